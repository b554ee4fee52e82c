/* A kernel's section: its launches, each with figures on every GPU, findings, the annotated source and pictures. */

const guessMark = guessed => guessed && [" ", make("span.guess", {}, `guessed: ${guessed}`)];
const link = (id, ...children) => make("a", {href: "#" + id}, children);
const placeText = (file, line) => line ? `${file}:${line}` : file;

const launchId = (kernel, l) => `${kernel.id}-launch-${kernel.launches.indexOf(l) + 1}`;
const filesOf = kernel => [...new Set([kernel.file, ...kernel.entries.flatMap(k => [...k.findings, ...k.accesses,
    ...k.loops, ...k.branches]).map(p => p.file)])];
const lineId = (kernel, l, file, line) =>
    `${launchId(kernel, l)}-file-${(kernel.files ??= filesOf(kernel)).indexOf(file) + 1}-line-${line}`;
const placeId = (kernel, l, f) => f.line ? lineId(kernel, l, f.file, f.line) : launchId(kernel, l);

/* Two sentences: what happens, and what that costs. */
function messageOf(text) {
  const at = text.indexOf("; costs ");
  return at < 0 ? make("b", {}, sentence(text)) : [make("b", {}, sentence(text.slice(0, at))), " ",
      sentence(text.slice(at + 2))];
}

/* --- figures on each GPU --------------------------------------------------- */

function capturedText(launch) {
  const c = object(launch.captured);
  if (number(c.median_ms) === null) return "";
  const where = c.same_gpu ? "" : c.device ? ` on ${c.device}` : " on a device that is not known";
  return `; captured${where}: ${twoDigits(roundTwo(c.median_ms))} ms${c.launches > 1 ? `, the median of ${c.launches}` : ""}`;
}

/* Not known of models without a trace; of one that rests on guesses, about so many. */
function flopsText(k) {
  const f = object(k.flops);
  if (number(f.fp32) === null) return "unknown";
  return `${["assumed", "unknown"].includes(f.certainty) ? "about " : ""}${siText(f.fp32 + (number(f.fp64) ?? 0))}FLOP`;
}

function gpuRow(l, {gpu, kernel: k}) {
  const head = make("th", {scope: "row"}, gpu), {warps, max_warps: most, limiter, groups_per_sm: groups} = k.occupancy;
  if (k.time_ms === null)
    return make("tr", {}, head, make("td", {colspan: 8}, groups === 0 && limiter
        ? `cannot run here: too much ${limiter} for one work-group` : "cannot run here"));
  return make("tr", {}, head,
    cell("time", timeText(k.time_ms), l.guessed && [" ", make("span.guess", {}, "guessed")], capturedText(k.launch)),
    cell("90 % interval", intervalText(k.time_ms_low, k.time_ms_high)), cell("bound by", boundText(k.bound)),
    cell("occupancy", `${warps} of ${most} warps${warps < most ? `, limited by ${limiter}` : ""}`),
    cell("registers", `${k.registers.per_item}, by ${k.registers.source}`),
        cell("local memory", `${k.local_bytes} bytes`),
    cell("spilled", `${k.spill_bytes} bytes`), cell("floating point", flopsText(k)));
}

const headRow = names => make("thead", {}, make("tr", {}, names.map(n => make("th", {scope: "col"}, n))));

const gpuTable = l => make("table.gpus.cards", {}, headRow(["GPU", "time", "90 % interval", "bound by", "occupancy",
    "registers", "local memory", "spilled", "floating point"]),
  make("tbody", {}, l.on.map(o => gpuRow(l, o))));

/* --- findings -------------------------------------------------------------- */

const isSamePlace = (x, y) => x.rule === y.rule && x.line === y.line && x.col === y.col && x.file === y.file;

/* Findings of a launch, each once with the GPUs that have it: [{finding, on: [{gpu, kernel, finding}]}]. */
function findingsOf(l, wanted) {
  const out = [];
  for (const o of l.on)
    for (const f of o.kernel.findings) {
      if (!isReported(f) || !wanted(f)) continue;
      let same = out.find(x => isSamePlace(x.finding, f));
      if (!same) out.push(same = {finding: f, on: []});
      same.on.push({gpu: o.gpu, kernel: o.kernel, finding: f});
    }
  return out.sort((x, y) => Math.max(...y.on.map(o => o.finding.cost_ms ?? 0)) - Math.max(...x.on.map(o =>
      o.finding.cost_ms ?? 0)));
}

function costText({gpu, kernel, finding: f}) {
  const share = object(f.cost_share), of = timeText(kernel.time_ms);
  if (share.high > 0) {
    const low = Math.round(100 * share.low), high = Math.round(100 * share.high);
    return `on ${gpu}: costs ${low < high ? `${low} to ${high}` : high} % of the kernel's time; as assumed, ${timeText(f.cost_ms)} of ${of}`;
  }
  return `on ${gpu}` + (f.cost_ms === null ? ""
      : `: costs ${timeText(f.cost_ms)} of ${of} (${intervalText(f.cost_ms_low, f.cost_ms_high)})`);
}

/* The lines before and after the edits of a fix; null where the report has not got them, or counts bytes that are not
 * characters. */
function editedLines(report, file, edits) {
  const lines = new Map();
  for (const e of list(edits)) {
    const text = lines.get(e.line)?.text ?? sourceLine(report, file, e.line)?.map(s => s[1]).join("");
    if (text === undefined || /[^\0-\x7f]/.test(text)) return null;
    if (!lines.has(e.line)) lines.set(e.line, {text, edits: []});
    lines.get(e.line).edits.push(e);
  }
  return [...lines].sort(([x], [y]) => x - y).map(([line, {text, edits: of}]) => {
    let now = text;
    for (const e of of.sort((x, y) => y.col - x.col)) now = now.slice(0, e.col - 1) + string(e.text)
        + now.slice(e.end_col - 1);
    return {line, text, now};
  });
}

function fixItem(report, kernel, {gpu, kernel: k}, fix) {
  const lines = editedLines(report, kernel.file, fix.edits);
  const edits = lines?.length ? make("details", {}, make("summary", {}, "What changes"),
      make("pre.edits", {}, lines.flatMap(l =>
    [make("del", {}, `${l.line} - ${l.text}\n`), make("ins", {},
        l.now.split("\n").map(n => `${l.line} + ${n}\n`).join(""))]))) : null;
  return make("li", {}, `Tried: ${string(fix.title)}: `, make("b", {}, timeText(fix.time_ms)),
      ` instead of ${timeText(k.time_ms)} on ${gpu}`,
              fix.exact === false ? " (results may change)" : "", edits);
}

const whatOf = message => message.split("; costs ")[0];

/* What is said of one GPU besides, where it is not what is said of the first. */
const elsewhere = (o, first) => whatOf(o.finding.message) === whatOf(first.message) ? ""
    : `; there ${whatOf(o.finding.message)}`;

function warpOf(report, k) {
  return report.gpus.find(g => g.gpu === k.gpu)?.warp_width ?? 32;
}

function findingCard(report, kernel, l, {finding: f, on}) {
  const k = on[0].kernel, lanes = f.lanes && lanesPicture(f.lanes, warpOf(report, k)),
      rule = object(report.rules[f.rule]);
  const better = on.filter(o => number(object(o.finding.better_size).time_ms) !== null);
  return make(`div.finding.${["note", "warning", "error"].includes(f.severity) ? f.severity : "warning"}`, {},
    make("p.what", {}, messageOf(f.message), " ",
         make("span.faint", {}, f.rule, ", ", link(placeId(kernel, l, f),
             ...breakable(`${f.file}:${f.line}:${f.col}`))), guessMark(l.guessed)),
    make("ul", {}, on.map(o => make("li", {}, costText(o), elsewhere(o, f))), f.notes.map(n => make("li", {}, n.text)),
         better.map(o => make("li", {}, `Tried: a local size of ${sizeText(size(o.finding.better_size.local))}: `,
                              make("b", {}, timeText(o.finding.better_size.time_ms)),
                                  ` instead of ${timeText(o.kernel.time_ms)} on ${o.gpu}`)),
         on.flatMap(o => o.finding.fixes.map(x => fixItem(report, kernel, o, x)))),
    lanes,
    f.why.length ? make("details", {}, make("summary", {}, "How it comes to cost that"),
      make("ol", {}, f.why.map(w => make("li", {}, w.text, w.line
          ? make("span.faint", {}, ` ${placeText(string(w.file) || kernel.file, w.line)}`) : "")))) : null,
    rule.help ? make("details.help", {}, make("summary", {}, sentence(string(rule.title))),
        markdown(string(rule.help))) : null);
}

function findingCards(report, kernel, l) {
  const findings = findingsOf(l, f => !isRemark(f)), remarks = findingsOf(l, isRemark);
  const cards = of => of.map(f => findingCard(report, kernel, l, f));
  return [make("h5", {}, "Findings"), findings.length ? cards(findings) : make("p", {}, "None."),
          remarks.length ? [make("h5", {}, "Remarks"), cards(remarks)] : null];
}

/* --- source ---------------------------------------------------------------- */

const isSaid = x => ["measured", "exact", "followed", "assumed"].includes(x.certainty);

function uncertainty(x) {
  return !x.reason ? "" : x.certainty === "unknown" ? ` (${x.reason})` : ` (${x.certainty}: ${x.reason})`;
}

/* "load in: 32 of 4 sectors" */
function accessText(a) {
  const what = !(a.requests > 0) ? "never" : !isSaid(a) ? "unknown"
    : a.space === "local" ? (number(a.avg_passes_per_request) !== null
        ? `${threeDigits(a.avg_passes_per_request)} ${threeDigits(a.avg_passes_per_request) === "1" ? "pass" : "passes"}`
                                                                       : `${threeDigits(a.bank_degree_avg ?? 0)} times the least passes`)
    : `${threeDigits(a.avg_sectors_per_request ?? 0)} of ${threeDigits(a.ideal_sectors_per_request ?? 0)} sectors`;
  return `${a.kind} ${a.base ?? ""}: ${what}${uncertainty(a)}`;
}

const loopText = x => number(x.trips_avg) === null ? (x.entries === 0 ? "" : `trips unknown${uncertainty(x)}`)
    : `${Number(x.trips_avg.toPrecision(4))} trips${uncertainty(x)}`;

const branchText = b => !isSaid(b) ? `branch unknown${uncertainty(b)}`
  : b.divergent > 0 ? `${threeDigits(100 * b.divergent / b.executions)} % divergent${uncertainty(b)}` : "";

function countsAt(k, isAt) {
  const idioms = x => Array.isArray(x.idioms) ? x.idioms : [];
  return [...k.loops.filter(isAt).flatMap(x => [loopText(x), ...idioms(x)]), ...k.branches.filter(isAt).map(branchText),
          ...k.accesses.filter(isAt).map(accessText)].filter(Boolean).join("; ");
}

/* The kernel's lines, up to the brace that closes it. */
function bodyLines(report, kernel) {
  const out = [];
  for (let line = kernel.line, open = 0, begun = false; line; line++) {
    const spans = sourceLine(report, kernel.file, line);
    if (!spans) break;
    out.push(line);
    for (const c of spans.map(s => s[1]).join(""))
      open += (c === "{") - (c === "}"), begun ||= open > 0;
    if (begun && open <= 0) break;
  }
  return out;
}

/* Lines that are shown, as [file, line], those of the kernel's own file first. */
function shownLines(report, kernel, l) {
  const files = new Map(), add = (file, line) => { if (line > 0) files.set(file,
      (files.get(file) ?? new Set()).add(line)); };
  for (const line of bodyLines(report, kernel)) add(kernel.file, line);
  for (const {kernel: k} of l.on) {
    for (const x of [...k.accesses, ...k.loops, ...k.branches]) add(x.file, x.line);
    for (const f of k.findings.filter(isReported)) {
      const isInside = files.get(f.file)?.has(f.line);
      for (let d = isInside ? 0 : -3; d <= (isInside ? 0 : 3); d++)
        if (d === 0 || sourceLine(report, f.file, f.line + d)) add(f.file, f.line ? f.line + d : 0);
    }
  }
  const names = [...files.keys()].sort((x, y) => (y === kernel.file) - (x === kernel.file) || (x < y ? -1 : 1));
  return names.flatMap(file => [...files.get(file)].sort((x, y) => x - y).map(line => ({file, line})));
}

/* Machine code by place, of the first GPU that has some with lines. */
function instructionsOf(kernel, l) {
  const on = l.on.find(o => list(object(o.kernel.code).runs).some(run => run.line)), places = new Map();
  if (!on) return null;
  let placed = 0, all = 0;
  for (const run of list(on.kernel.code.runs)) {
    const names = Array.isArray(run.names) ? run.names : [],
        key = `${whole(run.line)} ${string(run.file) || kernel.file}`;
    all += names.length;
    placed += run.line ? names.length : 0;
    places.set(key, [...(places.get(key) ?? []), ...names]);
  }
  return {places, placed, all, gpu: on.gpu, arch: string(on.kernel.code.arch), source: string(on.kernel.code.source)};
}

function instructionCell(names) {
  if (!names) return make("td.machine");
  const text = names.join(" ");
  return make("td.machine", {"data-label": "instructions"}, names.length <= 4 ? text
    : make("details", {}, make("summary", {}, `${names.slice(0, 2).join(" ")} … ${names.length}`), text));
}

function sourceTable(report, kernel, l) {
  const lines = shownLines(report, kernel, l), code = instructionsOf(kernel, l),
      gpus = l.on.filter(o => o.kernel.lines.length);
  const columns = 3 + gpus.length + (code ? 1 : 0), rows = [], first = l.on[0].kernel;
  if (!lines.length) return make("p", {}, "The source is not there.");
  const found = findingsOf(l, () => true);
  let last = {file: kernel.file, line: 0};
  for (const at of lines) {
    const isAt = x => x.line === at.line && x.file === at.file, here = found.filter(x => isAt(x.finding));
    const gap = at.file !== last.file ? at.file : last.line && at.line > last.line + 1 ? "…" : null;
    if (gap) rows.push(make("tr.gap", {}, make("td"), make("td", {colspan: columns - 1}, gap)));
    const shares = gpus.map(o => {
      const ms = o.kernel.lines.filter(isAt).reduce((sum, x) => sum + (number(x.ms) ?? 0), 0);
      return ms > 0 ? make("td.share", {"data-label": o.gpu,
          "--share": `${(100 * Math.min(1, ms / o.kernel.time_ms)).toFixed(1)}%`}, timeText(ms)) : make("td.share");
    });
    rows.push(make(here.length ? "tr.found" : "tr", {id: lineId(kernel, l, at.file, at.line)},
        make("td.number", {}, at.line), shares,
      make("td.code", {}, codeOf(sourceLine(report, at.file, at.line) ?? [])),
          make("td.counts", {}, countsAt(first, isAt)),
      code && instructionCell(code.places.get(`${at.line} ${at.file}`))));
    for (const {on} of here)
      for (const o of on.filter((x, i) => on.findIndex(y => !elsewhere(x, y.finding)) === i))
        rows.push(make("tr.inline", {}, make("td", {colspan: gpus.length + 1}),
            make("td.message", {colspan: columns - gpus.length - 1}, o.finding.message)));
    last = at;
  }
  const head = make("thead", {}, make("tr", {}, make("th.number", {scope: "col"}, "line"),
      gpus.map(o => make("th.share", {scope: "col"}, o.gpu)),
    make("th", {scope: "col"}, "source"), make("th.counts", {scope: "col"}, `counted on ${l.on[0].gpu}`),
    code && make("th.machine", {scope: "col"}, `instructions of ${code.arch || code.gpu}`)));
  return [make("table.source", {}, head, make("tbody", {}, rows)),
          code && make("p.faint", {},
              `${countText(code.all, "machine instruction")}${code.source ? `, by ${code.source}` : ""}; ` +
                       `${code.placed === code.all ? "all" : code.placed} of them have a line.`)];
}

/* --- the section ----------------------------------------------------------- */

function modelTable(l) {
  if (l.on.every(o => o.models.length < 2)) return null;
  const rows = l.on.flatMap(o => o.models.filter(k => k.time_ms !== null).map(k =>
      make("tr", {}, make("th", {scope: "row"}, k.model),
    cell("GPU", o.gpu), cell("time", timeText(k.time_ms)),
    cell("90 % interval", intervalText(k.time_ms_low, k.time_ms_high)), cell("bound by", boundText(k.bound)))));
  return [make("h5", {}, "By model"), make("table.models.cards", {},
      headRow(["model", "GPU", "time", "90 % interval", "bound by"]), make("tbody", {}, rows))];
}

function detailList(l) {
  const all = l.on.flatMap(o => o.models.map(k => [o.gpu, k, list(k.details)])).filter(([, , d]) => d.length);
  return all.length ? make("details", {}, make("summary", {}, "What else the model says"),
      all.map(([gpu, k, details]) => [make("p.faint", {}, `${k.model} of ${gpu}`),
    make("ul", {}, details.map(d => make("li", {},
        `${string(d.what)}: ${threeDigits(number(d.value) ?? 0)} ${string(d.unit)}`)))])) : null;
}

/* What would make a guessed launch known, and what depends on it. */
function missing(l) {
  const {launch} = l, open = l.on[0].kernel.open, unknown = list(launch.unknown);
  const names = open.map(f => string(f.rule).replace(/^clperf-/, "") + (f.line ? ` (line ${f.line})` : ""));
  return [l.guessed && launch.line ? make("p", {}, "To give the launch, put above the kernel, with your numbers: ",
      make("code", {}, launch.line)) : null,
          names.length ? make("p", {},
              `The launch decides about ${names.length > 1 ? names.slice(0, -1).join(", ") + " and " : ""}${names[names.length - 1]}.`) : null,
          unknown.length ? [make("p", {}, "What the host program's source does not say:"),
              make("ul", {}, unknown.map(u => make("li", {}, `${string(u.what)}: ${string(u.why)}`)))] : null];
}

function launchHead(l) {
  const {launch} = l, from = launch.source && launch.source !== "assumption" ? ` from ${launch.source}` : "";
  return [`launch ${l.text}${from}`, launch.where ? `, ${launch.where}` : "", launch.count > 1
      ? `, ${launch.count} times` : "",
          launch.never ? "; the program as it is run does not launch the kernel" : ""].join("");
}

function launchContent(report, kernel, l) {
  const entries = l.on.map(o => [kernel, o.kernel, l.guessed]),
      pictures = l.on.flatMap(o => o.models.map(k => modelPicture(k, o.gpu)));
  const busy = l.on.map(o => busyTable(o.kernel, o.gpu)), charts = l.on.map(o => occupancyChart(o.kernel, o.gpu)),
      roofs = rooflines(report, entries);
  const titled = (title, row) => row.some(Boolean) ? [make("h5", {}, title), make("div.row", {}, row)] : null;
  return [missing(l), gpuTable(l), findingCards(report, kernel, l), make("h5", {}, "Source"),
      sourceTable(report, kernel, l),
          roofs.children.length ? [make("h5", {}, "Rooflines"), roofs] : null, pictures.some(Boolean)
              ? make("div.row", {}, pictures) : null,
          titled("Where the time goes", busy), titled("Occupancy", charts), modelTable(l), detailList(l)];
}

/* A <details> whose inside is made when it is opened first. */
function lazyDetails(what, attributes, summary, content) {
  const e = make(what, attributes, make("summary", {}, summary));
  e.fill = () => {
    if (e.isFilled) return;
    e.isFilled = true;
    add(e, [content()].flat(9));
  };
  e.addEventListener("toggle", () => { if (e.open) e.fill(); });
  return e;
}

function totalText(kernel, t, gpu) {
  const share = number(t.program_share);
  const of = share === null ? ""
      : `; ${share < 0.005 ? "less than " : ""}${Math.max(100 * share, 1).toFixed(0)} % of the program's GPU time`;
  return `${t.times} launches, ${timeText(t.time_ms_total)} in all on ${gpu}, the largest ${timeText(t.time_ms_largest)}${of}.`;
}

/* What a launch takes on that GPU in all the times that it is made. */
const timesOf = l => number(l.launch.count) ?? 1;

function launchTable(kernel) {
  const gpus = kernel.gpus;
  const rows = kernel.launches.map((l, i) => make("tr", {}, make("td.number", {}, i + 1),
      make("th", {scope: "row"}, link(launchId(kernel, l), l.text)),
    cell("from", l.launch.where ?? l.launch.source), make("td.number", {"data-label": "times"}, timesOf(l)),
    gpus.map(gpu => {
      const k = l.on.find(o => o.gpu === gpu)?.kernel;
      return cell(gpu, !k ? "" : k.time_ms === null ? "cannot run" : timesOf(l) > 1
        ? `${timeText(k.time_ms)}, ${timeText(k.time_ms * timesOf(l))} in all` : timeText(k.time_ms));
    }), make("td.number", {"data-label": "findings"}, findingsOf(l, f => !isRemark(f)).length)));
  return make("table.launches.cards", {}, make("caption", {},
      `${kernel.launches.length} launches that differ, the slowest first`),
              headRow(["no.", "launch", "from", "times", ...gpus, "findings"]), make("tbody", {}, rows));
}

function kernelContent(report, kernel) {
  const totals = kernel.totals.filter(t => t.times > 1 && t.model === kernel.entries[0].model).map(t => make("p", {},
      totalText(kernel, t, string(t.gpu))));
  const where = make("p.faint", {}, breakable(placeText(kernel.file, kernel.line)), kernel.launches.length === 1
      ? [", ", launchHead(kernel.launches[0]), guessMark(kernel.launches[0].guessed)] : null);
  if (kernel.launches.length === 1) {
    const l = kernel.launches[0];
    return [where, totals, make("div", {id: launchId(kernel, l)}, make("h4.hidden", {}, `Launch ${l.text}`),
        launchContent(report, kernel, l))];
  }
  return [where, totals, launchTable(kernel), kernel.launches.map((l, i) => lazyDetails("details.one",
      {id: launchId(kernel, l), open: i === 0},
    make("h4", {}, `${i + 1}. `, launchHead(l), guessMark(l.guessed)), () => launchContent(report, kernel, l)))];
}

const kernelSection = (report, kernel) => lazyDetails("details.kernel", {id: kernel.id},
  make("h3", {}, `${kernel.number}. `, make("code", {}, breakable(kernel.name)), " ",
       make("span.faint", {}, timeText(kernel.slowest), kernel.launches.length > 1
           ? `, ${kernel.launches.length} launches` : "",
            kernel.causes.length ? `, ${countText(kernel.causes.length, "finding")}` : "")),
  () => kernelContent(report, kernel));
