/** The list of GPUs, and the report as a webview shows it. */
import assert from "node:assert/strict";
import test from "node:test";

import { choices } from "../src/gpus";
import { guarded, title } from "../src/report";

test("GPUs in use come first, and the way back to the settings last", () => {
    const gpus = [{ name: "a100", vendor: "nvidia", arch: "sm_80" }, { name: "mi250x" }];
    assert.deepEqual(choices(gpus, new Set(["mi250x"])), [
        { label: "mi250x", description: "in use", gpu: "mi250x" },
        { label: "a100", description: "nvidia · sm_80", gpu: "a100" },
        { label: "as set", description: "the setting clperf.gpu, .clperf, or the default", gpu: null },
    ]);
});

test("a page gets a policy before anything that it could load", () => {
    const page = guarded('<html><head lang="en"><style>a{}</style></head><body></body></html>');
    assert.match(page, /^<html><head lang="en"><meta http-equiv="Content-Security-Policy"[^>]*><style>/);
    assert.match(guarded("<p>none</p>"), /^<meta http-equiv="Content-Security-Policy"[^>]*><p>/);
});

test("the page's own script has the word that the policy asks for, and no other", () => {
    const page = guarded("<head></head>\n<script>\nshow()</script><script>other()</script>");
    const [policy, script, ...more] = [...page.matchAll(/nonce[-=]"?([^"']+)/g)].map((m) => m[1]);
    assert.ok(policy && policy === script && !more.length, page);
    assert.notEqual(guarded("<head></head>"), guarded("<head></head>"));
});

test("a report is named after its file", () => {
    assert.equal(title("/home/me/kernels/scan.cl"), "clperf: scan.cl");
});
