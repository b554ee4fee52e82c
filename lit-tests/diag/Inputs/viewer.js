/* Behind the scripts of diag/viewer/ that need no document to be loaded. */
const assert = require("node:assert/strict");

const is = assert.equal, same = assert.deepEqual;

/* Units. */
is(timeText(0.0000045), "4.5 ns");
is(timeText(0.00045), "0.45 µs");
is(timeText(0.0000994), "99 ns");
is(timeText(0.0000996), "0.10 µs");
is(timeText(0.012), "12 µs");
is(timeText(0.41), "0.41 ms");
is(timeText(1), "1.0 ms");
is(timeText(200), "200 ms");
is(timeText(999.6), "1.0 s");
is(timeText(2576), "2.6 s");
is(timeText(4e8), "400000 s");
is(timeText(0), "0 ns");
is(timeText(0.125), "0.12 ms");
is(timeText(0.375), "0.38 ms");
is(timeText(0.0125), "13 µs");
is(timeText(0.995), "0.99 ms");
is(timeText(12.5), "12 ms");
for (const nothing of [-1, Infinity, NaN, null, undefined, "1"]) is(timeText(nothing), "unknown");
is(intervalText(0.05, 0.41), "50 µs–0.41 ms");
is(siText(2147483648), "2.15 G");
is(siText(0), "0 ");
is(siText(999.7), "1 k");
is(siText(156e9), "156 G");
is(threeDigits(4.0004), "4");
is(threeDigits(1234.5), "1235");
is(runsText([3, 1, 2, 7, 9, 8, 7]), "1–3, 7–9");
is(sentence("lanes wait"), "Lanes wait.");
is(printable("a\u202eb\u001b[2J\u2028"), "a\ufffdb\ufffd[2J\ufffd");

/* What of a launch nobody gave. */
const launch = (more = {}) => cleanLaunch({global: [1024, 1, 1], local: [64, 1, 1], args: {}, source: "manifest", ...more});
is(guessedText(launch()), "");
is(guessedText(launch({local_source: "assumption"})), "local size");
is(guessedText(launch({local_source: "assumption", assumed: {n: 1024, p: {elements: 9}}})), "local size, n = 1024, sizes of buffers");
is(guessedText(launch({source: "assumption"})), "global size, local size");
is(guessedText(launch({source: "assumption", local: [0, 1, 1]})), "global size");
is(launchText(launch()), "1024/64");
is(launchText(launch({global: [64, 32, 1], local: [8, 1, 1]})), "64x32/8x1");
is(launchText(launch({local: [0, 0, 0]})), "1024");
is(capturedText(launch({captured: {median_ms: 0.38, launches: 1, device: "a device"}})), "; captured on a device: 0.38 ms");
is(capturedText(launch({captured: {median_ms: 0.38, launches: 3, same_gpu: true}})), "; captured: 0.38 ms, the median of 3");
is(capturedText(launch()), "");

/* Colours. */
const coloured = (...lines) => colourLines(lines).map(spans => spans.map(([kind, text]) => kind ? `<${kind} ${text}>` : text).join(""));
same(coloured("kernel void f(uint4 v);"), ["<key kernel> <typ void> f(<typ uint4> v);"]);
same(coloured("float5 int2d kernels"), ["float5 int2d kernels"]);
same(coloured("a+.5e-3f-0x1p+2-7"), ["a+<num .5e-3f>-<num 0x1p+2>-<num 7>"]);
same(coloured(String.raw`x = '\'' + "a\"<b>"; "open`), [String.raw`x = <str '\''> + <str "a\"<b>">; <str "open>`]);
same(coloured("a / b // int"), ["a / b <com // int>"]);
same(coloured("é\ufffd;"), ["é\ufffd;"]);
same(coloured("a /* b", "int c", "*/ int d", "#define X 1 \\", "  int \"s\"", "int e"),
     ["a <com /* b>", "<com int c>", "<com */> <typ int> d", "<pre #define> <pre X> <num 1> <pre \\>", "  <pre int> <str \"s\">", "<typ int> e"]);
same(coloured("int in a comment", "*/ int"), ["<com int in a comment>", "<com */> <typ int>"]);
for (const text of ["/*/ int */ a", "/**/int", "\\", "'", "\"\\", "#", "0x", "a\tb", "@$`"])
  is(colourLines([text])[0].map(s => s[1]).join(""), text);

/* What to fix first: by what all launches save, known launches before guesses, no remarks and no copies, one cause once. */
const finding = (rule, line, cost, more = {}) => ({rule, line, col: 1, severity: "warning", message: `${rule} at ${line}`, cost_ms: cost, fixes: [], notes: [], ...more});
const kernel = (name, more = {}) => ({name, file: "k.cl", line: 1, gpu: "a100", model: "trace", clock: {core_mhz: 1, mem_mhz: 1}, time_ms: 2,
  launch: {global: [64, 1, 1], local: [64, 1, 1], args: {}, source: "manifest"}, findings: [], ...more});
const guess = {global: [64, 1, 1], local: [64, 1, 1], args: {}, source: "assumption"};
const report = readReport({kernels: [
  kernel("f", {findings: [finding("cheap", 5, 0.1, {cost_ms_launches: 1.5}), finding("remark", 6, 9, {severity: "note"}), finding("suppressed", 7, 9, {suppression: {}}),
                          finding("known", 8, 9, {baseline: "unchanged"}), finding("unknown", 9, null)]}),
  kernel("g", {line: 20, findings: [finding("dear", 21, 1), finding("header", 3, 0.2, {file: "h.h"}), finding("copied", 22, 9, {copy: true})]}),
  kernel("h", {line: 30, findings: [finding("header", 3, 0.3, {file: "h.h"})]}),
  kernel("guessed", {line: 40, launch: guess, findings: [finding("guessed", 41, 5)]}),
  kernel("tried", {line: 50, findings: [finding("tried", 51, null, {fixes: [{title: "x", time_ms: 1.8}]})]}),
  kernel("f", {gpu: "mi210", findings: [finding("cheap", 5, 0.4)]})],
  totals: [{kernel: "f", file: "k.cl", line: 1, gpu: "a100", model: "trace", times: 15, time_ms_total: 30}]});
same(report.causes.map(c => [c.rule, c.saved === null ? null : Number(c.saved.toFixed(3)), c.kernels.map(k => k.name)]),
     [["cheap", 1.5, ["f"]], ["dear", 1, ["g"]], ["header", 0.5, ["g", "h"]], ["tried", 0.2, ["tried"]], ["guessed", 5, ["guessed"]], ["unknown", null, ["f"]]]);
same(report.causes[0].on.map(o => [o.gpu, o.saved, o.all]), [["a100", 0.1, 1.5], ["mi210", 0.4, 0.4]]);
same(report.kernels.map(k => k.name), ["f", "g", "h", "guessed", "tried"]);
is(report.kernels[0].all, 30);

/* Launches: by sizes and arguments, on each GPU and by each model; a second time on one GPU it is another. */
const at = (gpu, args, more = {}) => kernel("f", {gpu, launch: {global: [64, 1, 1], local: [64, 1, 1], args, source: "manifest"}, ...more});
const launches = readReport({kernels: [at("a", {n: 1}), at("a", {n: 1}, {model: "roofline"}), at("b", {n: 1}), at("a", {n: 2}, {time_ms: 7}), at("a", {n: 1})]}).kernels[0].launches;
same(launches.map(l => l.on.map(o => [o.gpu, o.models.length])), [[["a", 1]], [["a", 2], ["b", 1]], [["a", 1]]]);

/* A report of which nothing is as it should be. */
for (const odd of [null, [], 7, {}, {kernels: {}}, {kernels: [null, 7, {}, {name: 7, launch: 3, findings: [{}, 4], accesses: "x", lines: [{}]}], totals: [{}], problems: [3, {}], sources: [{}, 1], gpus: [{}]}])
  readReport(odd);

/* Words as the text has them. */
is(accessText({kind: "load", base: "in", requests: 3, certainty: "exact", space: "global", avg_sectors_per_request: 32, ideal_sectors_per_request: 4}), "load in: 32 of 4 sectors");
is(accessText({kind: "load", base: "t", requests: 3, certainty: "exact", space: "local", avg_passes_per_request: 32}), "load t: 32 passes");
is(accessText({kind: "store", base: null, requests: 3, certainty: "unknown", reason: "why"}), "store : unknown (why)");
is(loopText({entries: 4, trips_avg: null, certainty: "unknown", reason: "data decides"}), "trips unknown (data decides)");
is(loopText({entries: 4, trips_avg: 12.5, certainty: "followed", reason: "loops were sampled"}), "12.5 trips (followed: loops were sampled)");
is(branchText({certainty: "exact", divergent: 1, executions: 4}), "25 % divergent");

/* What a fix changes. */
const edited = readReport({sources: [{file: "k.cl", ranges: [{line: 3, text: ["float t[8][8];", "é"]}]}]});
same(editedLines(edited, "k.cl", [{line: 3, col: 12, end_col: 13, text: "9"}, {line: 3, col: 9, end_col: 10, text: "7"}]), [{line: 3, text: "float t[8][8];", now: "float t[7][9];"}]);
is(editedLines(edited, "k.cl", [{line: 4, col: 1, end_col: 1, text: "x"}]), null);
is(editedLines(edited, "k.cl", [{line: 9, col: 1, end_col: 1, text: "x"}]), null);

console.log("all as wanted");
