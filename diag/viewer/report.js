/* The report as the page shows it: kernels with their launches, and what to fix first. A report may be anybody's, so
 * that what is missing or of another type becomes what stands for nothing. */

const list = v => Array.isArray(v) ? v.filter(x => x && typeof x === "object") : [];
const object = v => v && typeof v === "object" && !Array.isArray(v) ? v : {};
const string = v => typeof v === "string" ? v : "";
const number = v => typeof v === "number" && isFinite(v) ? v : null;
const whole = v => number(v) > 0 ? Math.floor(v) : 0;
const size = v => [0, 1, 2].map(i => number(Array.isArray(v) ? v[i] : null) ?? 0);

function cleanLaunch(l) {
  l = object(l);
  return {...l, global: size(l.global), local: size(l.local), assumed: object(l.assumed), source: string(l.source),
          local_source: l.local_source ? string(l.local_source) : undefined};
}

const cleanNotes = notes => list(notes).map(n => ({...n, text: string(n.text), line: whole(n.line)}));

function cleanFinding(f, kernel) {
  return {...f, rule: string(f.rule), message: string(f.message), severity: string(f.severity), file: string(f.file)
      || kernel.file,
          line: whole(f.line), col: whole(f.col), cost_ms: number(f.cost_ms), notes: cleanNotes(f.notes),
              why: cleanNotes(f.why),
          fixes: list(f.fixes).filter(x => number(x.time_ms) !== null)};
}

function cleanKernel(k) {
  const out = {...k, name: string(k.name), file: string(k.file), line: whole(k.line), gpu: string(k.gpu),
      model: string(k.model),
               bound: string(k.bound), launch: cleanLaunch(k.launch), time_ms: number(k.time_ms),
                   clock: object(k.clock),
               occupancy: object(k.occupancy), registers: object(k.registers), busy: object(k.busy)};
  for (const key of ["loops", "branches", "accesses", "lines", "open"])
    out[key] = list(k[key]).map(x => ({...x, line: whole(x.line), file: string(x.file) || out.file}));
  out.findings = list(k.findings).map(f => cleanFinding(f, out));
  return out;
}

/* GPUs by name, with clocks where they are not its own. */
const gpuText = (report, k) => report.gpus.find(g => g.gpu === k.gpu &&
  object(g.clock).core_mhz === k.clock.core_mhz && object(g.clock).mem_mhz === k.clock.mem_mhz)?.text ?? k.gpu;

const isReported = f => !f.suppression && f.baseline !== "unchanged";
const isRemark = f => f.severity === "note";
const isTold = f => isReported(f) && !f.copy;

/* What the kernel saves without the finding in one launch: its cost, else what was tried gains; null if neither is
 * known. */
function bestTry(f) {
  const tries = f.fixes.map(x => ({text: string(x.title), ms: x.time_ms}));
  const better = object(f.better_size);
  if (number(better.time_ms) !== null) tries.push({text: `a local size of ${sizeText(size(better.local))}`,
      ms: better.time_ms});
  return tries.reduce((best, t) => !best || t.ms < best.ms ? t : best, null);
}

function savedMs(f, kernel) {
  if (f.cost_ms !== null) return f.cost_ms;
  const tried = bestTry(f);
  return tried && kernel.time_ms !== null ? Math.max(0, kernel.time_ms - tried.ms) : null;
}

/* The same in all launches of all kernels that the finding is told for. */
const savedInAll = (f, kernel) => number(f.cost_ms_total) ?? number(f.cost_ms_launches) ?? savedMs(f, kernel);

/* Entries of one launch are one for each GPU, and for each of these one for each model, the first of which is the one
 * that findings are of. A second time on the same GPU it is another launch. */
function launchesOf(entries) {
  const launches = [];
  for (const k of entries) {
    const text = launchText(k.launch), key = JSON.stringify([text, string(k.launch.where), object(k.launch.args)]);
    const isThere = o => o.gpu === k.gpuText && o.models.some(m => m.model === k.model);
    let l = launches.find(l => l.key === key && !l.on.some(isThere));
    if (!l) launches.push(l = {key, text, launch: k.launch, guessed: guessedText(k.launch), on: []});
    const there = l.on.find(o => o.gpu === k.gpuText);
    if (there) there.models.push(k);
    else l.on.push({gpu: k.gpuText, kernel: k, models: [k]});
  }
  for (const l of launches)
    l.slowest = Math.max(0, ...l.on.map(o => o.kernel.time_ms ?? 0));
  return launches.sort((x, y) => y.slowest - x.slowest);
}

const kernelKey = (file, name, line) => JSON.stringify([file, name, line]);

/* One finding on one GPU or on several, at one place, in one kernel or in several. */
function causesOf(kernels) {
  const causes = new Map();
  for (const kernel of kernels)
    for (const l of kernel.launches)
      for (const o of l.on)
        for (const f of o.kernel.findings) {
          if (!isTold(f) || isRemark(f)) continue;
          const key = JSON.stringify([f.rule, f.file, f.line, f.col, f.line ? "" : kernel.number]);
          if (!causes.has(key))
            causes.set(key, {rule: f.rule, file: f.file, line: f.line || kernel.line, message: f.message, kernels: [],
                on: [],
                             guessed: l.guessed, saved: null, own: 0});
          const c = causes.get(key), saved = savedMs(f, o.kernel), all = savedInAll(f, o.kernel);
          if (!c.kernels.includes(kernel)) c.kernels.push(kernel);
          if (!l.guessed) c.guessed = "";
          let there = c.on.find(x => x.gpu === o.gpu);
          if (!there) c.on.push(there = {gpu: o.gpu, saved: null, all: null, of: null, finding: f, kernel: o.kernel});
          /* A kernel's figure with a launch that is known comes before one with a guess. */
          if (there.saved === null || (saved ?? -1) > there.saved)
            Object.assign(there, {saved, of: o.kernel.time_ms, finding: f, kernel: o.kernel});
          if (all !== null) there.all = (there.all ?? 0) + all;
          if (there.all !== null && there.all >= (c.saved ?? -1)) {
            c.saved = Math.max(c.saved ?? 0, there.all);
            if ((there.saved ?? -1) >= c.own) c.own = there.saved ?? -1, c.message = there.finding.message;
          }
        }
  return [...causes.values()].sort((x, y) => (x.saved === null) - (y.saved === null)
      || Boolean(x.guessed) - Boolean(y.guessed) ||
    (y.saved ?? 0) - (x.saved ?? 0));
}

function readReport(json) {
  const raw = object(json), report = {tool: object(raw.tool), rules: object(raw.rules), gpus: list(raw.gpus),
      problems: list(raw.problems)};
  const entries = list(raw.kernels).map(cleanKernel), totals = list(raw.totals);
  const kernels = new Map();
  for (const k of entries) {
    k.gpuText = gpuText(report, k);
    const key = kernelKey(k.file, k.name, k.line);
    if (!kernels.has(key)) kernels.set(key, {name: k.name, file: k.file, line: k.line, entries: [], totals: []});
    kernels.get(key).entries.push(k);
  }
  for (const t of totals) kernels.get(kernelKey(string(t.file), string(t.kernel), whole(t.line)))?.totals.push(t);
  for (const k of kernels.values()) {
    k.launches = launchesOf(k.entries);
    k.slowest = k.launches[0].slowest;
    k.gpus = [...new Set(k.launches.flatMap(l => l.on.map(o => o.gpu)))];
    k.guessed = k.launches.every(l => l.guessed) ? k.launches[0].guessed : "";
    k.all = Math.max(k.slowest, ...k.totals.filter(t => t.model === k.entries[0].model).map(t =>
        number(t.time_ms_total) ?? 0));
  }
  report.kernels = [...kernels.values()].sort((x, y) => y.all - x.all);
  report.kernels.forEach((k, i) => { k.number = i + 1, k.id = `kernel-${i + 1}`; });
  report.causes = causesOf(report.kernels);
  for (const k of report.kernels) {
    k.causes = report.causes.filter(c => c.kernels.includes(k));
    k.saved = Math.max(0, ...k.causes.map(c => c.saved ?? 0));
    k.rules = [...new Set(k.entries.flatMap(e => e.findings.filter(isReported).map(f => f.rule)))];
  }
  report.sources = new Map(list(raw.sources).map(s => [string(s.file), list(s.ranges).map(r =>
    ({line: whole(r.line), text: Array.isArray(r.text) ? r.text.map(string) : []}))]));
  report.comparison = raw.comparison && typeof raw.comparison === "object" ? raw.comparison : null;
  return report;
}

/* The spans of a line of a file, [class or "", text], or null where the report has not got it. */
function sourceLine(report, file, line) {
  const range = report.sources.get(file)?.find(r => r.line <= line && line < r.line + r.text.length);
  if (!range) return null;
  range.spans ??= colourLines(range.text);
  return range.spans[line - range.line];
}
