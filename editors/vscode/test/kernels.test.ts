/** What the status bar says, without an editor and without a server. */
import assert from "node:assert/strict";
import test from "node:test";

import { type Kernel, kernelsAt, statusText, statusTooltip } from "../src/kernels";

function kernel(name: string, gpu: string, ms: number, first: number, last: number): Kernel {
    return {
        name,
        gpu,
        time_ms: ms,
        summary: `${ms} ms on ${gpu} · bound by L2 · occupancy 100 %, by warps · launch 1024/64 from manifest`,
        range: { start: { line: first, character: 4 }, end: { line: last, character: 1 } },
    };
}

const kernels = [
    kernel("a", "gtx-980", 0.5, 2, 5),
    kernel("a", "a100", 0.25, 2, 5),
    kernel("b", "gtx-980", 2, 7, 9),
];
const at = (line: number, character: number) => kernelsAt(kernels, { line, character });

test("a kernel reaches from its head to its last brace", () => {
    assert.deepEqual(at(2, 3), []);
    assert.equal(at(2, 4).length, 2);
    assert.equal(at(5, 1).length, 2);
    assert.deepEqual(at(5, 2), []);
    assert.deepEqual(at(6, 0), []);
    assert.deepEqual(at(8, 80), [kernels[2]]);
});

test("the status bar has the time that is longest, and how many more there are", () => {
    assert.equal(statusText(at(3, 0)), "a: 0.5 ms on gtx-980 · bound by L2 (+1)");
    assert.equal(statusText(at(3, 0).reverse()), "a: 0.5 ms on gtx-980 · bound by L2 (+1)");
    assert.equal(statusText(at(8, 0)), "b: 2 ms on gtx-980 · bound by L2");
    assert.equal(statusText([]), undefined);
});

test("the tooltip has all of them", () => {
    assert.deepEqual(statusTooltip(at(3, 0)).split("\n"), [
        `a: ${kernels[0]?.summary}`,
        `a: ${kernels[1]?.summary}`,
    ]);
});
