// A session of the protocol's own client with `clperf mcp`: sdk.mjs FOLDER CLPERF. FOLDER has the
// package @modelcontextprotocol/sdk. The client checks each message against the protocol's schema, and
// what a tool answers against its outputSchema.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

const [folder, program] = process.argv.slice(2);
const sdk = name => import(pathToFileURL(`${folder}/node_modules/@modelcontextprotocol/sdk/dist/esm/${name}`).href);
const { Client } = await sdk('client/index.js');
const { StdioClientTransport } = await sdk('client/stdio.js');
const { LATEST_PROTOCOL_VERSION } = await sdk('types.js');

const source = `__kernel void transpose(__global float *out, __global const float *in, int width) {
    int x = get_global_id(0), y = get_global_id(1);
    out[x * width + y] = in[y * width + x];
}
`;
const launches = ['transpose:global=1024x1024,local=32x8,width=1024'];
const space = {
  kernel: 'transpose', gpus: ['a100'], parameters: { x: [8, 16, 32], y: [4, 8] },
  global: [1024, 1024, 1], local: ['x', 'y', 1], args: { width: 1024, in: { elements: 1048576 } },
};
const calls = {
  predict: { source, launches, gpus: ['gtx-980', 'mi50'] },
  explain: { source, launches, line: 3 },
  compare: { before: { source }, after: { source: source.replace('x * width + y', 'y * width + x') }, launches },
  best: { space, source },
  gpus: {},
};

async function connect(command, args) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command, args, env: process.env }));
  return client;
}

const client = await connect(program, ['mcp']);
assert.equal(client.getServerVersion().name, 'clperf');
assert.match(client.getInstructions(), /predict/);
await client.ping();
const { tools } = await client.listTools();
assert.deepEqual(tools.map(t => t.name).sort(), Object.keys(calls).sort());
for (const name of Object.keys(calls)) {
  const result = await client.callTool({ name, arguments: calls[name] });
  assert(!result.isError, JSON.stringify(result));
  assert(result.structuredContent);
}
const all = await Promise.all(Object.keys(calls).map(name => client.callTool({ name, arguments: calls[name] })));
assert(all.every(r => !r.isError));

// What is wrong with arguments is an answer, an unknown tool an error.
const wrong = await client.callTool({ name: 'predict', arguments: { source, gpus: ['gtx-98'] } });
assert(wrong.isError && wrong.content[0].text.includes('gtx-980'));
await assert.rejects(client.callTool({ name: 'nothing', arguments: {} }), /no tool/);

// A call that is given up.
const abort = new AbortController();
const given_up = client.callTool({ name: 'predict', arguments: calls.predict }, undefined, { signal: abort.signal });
abort.abort();
await assert.rejects(given_up);
await client.ping();
await client.close();

// The client does check: the same with one member of a wrong type.
const bent = await connect('sh', ['-c', `"${program}" mcp | sed -u 's/"exact":[a-z][a-z]*/"exact":7/'`]);
await bent.listTools();
await assert.rejects(bent.callTool({ name: 'predict', arguments: calls.predict }), /exact/);
await bent.close();
console.log(`${tools.length} tools answer as their schemas say, protocol ${LATEST_PROTOCOL_VERSION}`);
