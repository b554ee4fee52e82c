/** The bundled extension with a real server, in place of VS Code a stand-in. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";

import * as fake from "./fake-vscode";
import { program, root } from "./checkout";

const { seen } = fake;
const folder = join(__dirname, "..", "..");
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const work = mkdtempSync(join(tmpdir(), "clperf-vscode-"));
const subscriptions: { dispose(): void }[] = [];

let extension: { activate(context: unknown): Promise<void>; deactivate(): Promise<void> };
let document: fake.TextDocument;

async function until<T>(what: string, get: () => T | undefined | false): Promise<T> {
    for (const end = Date.now() + 15000; Date.now() < end; ) {
        const value = get();
        if (value) return value;
        await new Promise((done) => setTimeout(done, 10));
    }
    throw new Error(`${what}: nothing after 15 s; messages: ${seen.messages.join("; ")}`);
}

function found(words: string): typeof all[0] | undefined {
    const all = seen.diagnostics.get(document.uri.toString()) ?? [];
    return all.find((d) => d.message.includes(words));
}

before(async () => {
    const example = join(root, "examples", "transpose_tiled");
    const file = join(work, "transpose_tiled.cl");
    cpSync(`${example}.cl`, file);
    cpSync(`${example}.launch.json`, join(work, "transpose_tiled.launch.json"));
    writeFileSync(join(work, ".clperf"), '{"root": true, "launch": "transpose_tiled.launch.json"}');
    fake.install();
    extension = require(join(folder, "dist", "extension.js"));
    seen.settings = { path: program("clperf"), gpu: [] };
    await extension.activate({ subscriptions });
    document = fake.open(file, "opencl", readFileSync(file, "utf8"));
});

after(async () => {
    await extension.deactivate();
    for (const s of subscriptions) s.dispose();
    rmSync(work, { recursive: true });
});

test("every contributed command is registered", () => {
    const names = manifest.contributes.commands.map((c: { command: string }) => c.command);
    assert.ok(names.length >= 4);
    for (const name of names) assert.ok(seen.commands.has(name), name);
});

test("an opened file gets its diagnostic, at its place", async () => {
    const d = await until("diagnostic", () => found("bank conflict"));
    assert.deepEqual([d.range.start.line, d.range.start.character], [20, 48]);
    assert.match(d.message, /costs 0\.\d+ of 0\.\d+ ms on gtx-980/);
});

test("the status bar follows the cursor", async () => {
    fake.moveTo(12, 0);
    await until("status", () => seen.status.visible);
    assert.match(seen.status.text, /^transpose_tiled: 0\.\d+ ms \(.*\) on gtx-980 · bound by shared memory$/);
    assert.match(seen.status.tooltip, /launch 2048x512\/32x8 from manifest/);
    fake.moveTo(0, 0);
    assert.equal(seen.status.visible, false);
});

test("a lens opens the report in a webview that runs the page's own script only", async () => {
    const lenses = (await seen.lensProviders[0]?.provideCodeLenses(document, {
        isCancellationRequested: false,
        onCancellationRequested: () => ({ dispose() {} }),
    })) as { command: { title: string; command: string; arguments: unknown[] } }[];
    assert.deepEqual(lenses.map((l) => l.command.command), ["clperf.openReport", "clperf.chooseGpu"]);
    assert.match(lenses[0]?.command.title ?? "", /^0\.\d+ ms on gtx-980, bound by shared memory$/);
    const { command, arguments: args } = lenses[0]?.command ?? { command: "", arguments: [] };
    await seen.commands.get(command)?.(...args);
    const panel = await until("report", () => seen.panels[0]);
    assert.equal(panel.title, "clperf: transpose_tiled.cl");
    const nonces = [...panel.webview.html.matchAll(/nonce[-=]"?([^"']+)/g)].map((m) => m[1]);
    assert.ok(nonces.length === 2 && nonces[0] === nonces[1], String(nonces));
    assert.match(panel.webview.html, /Content-Security-Policy.*Predicted GPU times.*transpose_tiled/s);
    assert.ok(!panel.webview.html.includes(work), "the page names the file as seen from its folder");
});

test("the GPU that is picked is the one of the next prediction", async () => {
    let offered: string[] = [];
    seen.picks = (items) => {
        offered = items.map((i) => i.label);
        return items.find((i) => i.label === "t4");
    };
    await seen.commands.get("clperf.chooseGpu")?.(document.uri.toString(), "transpose_tiled");
    assert.equal(offered[0], "gtx-980");
    assert.equal(offered.at(-1), "as set");
    await until("prediction for t4", () => found("ms on t4"));
    seen.picks = (items) => items.at(-1);
    await seen.commands.get("clperf.selectGpu")?.();
    await until("prediction for gtx-980", () => found("ms on gtx-980"));
});

test("a program that is not there is one message, whose buttons lead to the setting and to the instructions", async () => {
    const path = seen.settings["path"];
    const opened: unknown[][] = [];
    const presses: string[] = [];
    fake.stub("workbench.action.openSettings", (...args) => opened.push(["settings", ...args]));
    fake.stub("extension.open", (...args) => opened.push(["extension", ...args]));
    for (const [i, missing] of [join(work, "none"), "clperf-that-nobody-has"].entries()) {
        seen.messages.length = 0;
        seen.presses = (buttons) => {
            presses.push(...buttons);
            return buttons[i];
        };
        seen.settings = { path: missing };
        await seen.commands.get("clperf.restart")?.();
        await until("what the button does", () => opened[i]);
        assert.equal(seen.messages.length, 1, seen.messages.join("; "));
    }
    assert.deepEqual(presses, ["Set Path", "How to Install", "Set Path", "How to Install"]);
    assert.deepEqual(opened, [["settings", "clperf.path"], ["extension", "clperf.clperf"]]);
    assert.equal(seen.messages[0], "clperf: the program 'clperf-that-nobody-has' is not on PATH");
    seen.settings = { path };
    await seen.commands.get("clperf.restart")?.();
    await until("diagnostic", () => found("bank conflict"));
});
