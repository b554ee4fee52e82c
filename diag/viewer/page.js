/* The page: what to fix first, kernels by time, rooflines, a section for each kernel, what was not analysed, and what
 * changed where two reports are compared; filters and a search over all of it. */

const state = {search: "", rule: "", gpu: "", file: "", kernel: "", sort: "in all", ascending: false};

/* As much of a long list as fits, and a button for more. */
const MOST_FIXES = 20, MOST_ROWS = 100;

/* Fills an element with items of a list, so many at a time. Its `showAt(i)` makes sure that number i is there. */
function fillList(parent, items, most, makeItem) {
  parent.replaceChildren();
  let shown = 0;
  const button = make("button.more", {type: "button", onclick: () => more(most)});
  function more(n) {
    const end = Math.min(items.length, shown + n), hadFocus = document.activeElement === button;
    const made = items.slice(shown, end).map((item, i) => makeItem(item, shown + i));
    parent.append(...made);
    shown = end;
    button.remove();
    if (shown < items.length) {
      button.textContent = `Show ${Math.min(most, items.length - shown)} more of ${items.length}`;
      parent.parentNode?.append(button);
    }
    if (hadFocus && made.length) { made[0].tabIndex = -1; made[0].focus(); }
  }
  more(most);
  if (shown < items.length) (parent.closest("section") ?? parent.parentNode ?? parent).append(button);
  parent.button?.remove();
  parent.button = button;
  parent.showAt = i => { if (i >= shown) more(i + 1 - shown); };
}

/* --- what the filters leave ------------------------------------------------ */

const contains = (text, words) => words.every(w => text.includes(w));

function causeText(c) {
  return c.text ??= [c.message, c.rule, c.file, ...c.kernels.map(k => k.name)].join(" ").toLowerCase();
}

function kernelText(k) {
  return k.text ??= [k.name, k.file, ...k.causes.map(causeText),
      ...k.entries.flatMap(e => e.findings.map(f => f.message))].join(" ").toLowerCase();
}

function isShownKernel(k) {
  return (!state.rule || k.rules.includes(state.rule)) && (!state.gpu || k.gpus.includes(state.gpu)) &&
         (!state.file || k.file === state.file || k.causes.some(c => c.file === state.file))
             && (!state.kernel || k.name === state.kernel) &&
         contains(kernelText(k), state.words);
}

function shownCauses(report) {
  const of = report.causes.filter(c => (!state.rule || c.rule === state.rule)
      && (!state.gpu || c.on.some(o => o.gpu === state.gpu)) &&
    (!state.file || c.file === state.file || c.kernels.some(k => k.file === state.file))
        && (!state.kernel || c.kernels.some(k => k.name === state.kernel)) &&
    contains(causeText(c), state.words));
  if (!state.gpu) return of;
  const saved = c => c.on.find(o => o.gpu === state.gpu).all;
  return of.sort((x, y) => (saved(x) === null) - (saved(y) === null) || Boolean(x.guessed) - Boolean(y.guessed)
      || (saved(y) ?? 0) - (saved(x) ?? 0));
}

const shownOn = on => on.filter(o => !state.gpu || o.gpu === state.gpu);

/* --- what to fix first ----------------------------------------------------- */

/* The launch that the finding's figures are of. */
const launchWith = (kernel, entry) => kernel.launches.find(l =>
    l.on.some(o => o.models.includes(entry))) ?? kernel.launches[0];

function costItem(o) {
  const {saved, of, all, gpu, finding, kernel} = o, tried = bestTry(finding), share = object(finding.cost_share);
  const parts = [make("span.gpu", {}, gpu), " "];
  if (saved === null) {
    parts.push(make("span.saves", {}, `unknown, of ${timeText(of)}`));
  } else {
    const part = of > 0 ? saved / of : 0;
    parts.push(make("span.saves", {}, make("b", {}, timeText(saved)), ` of ${timeText(of)}`),
        bar(part, `${percentText(part)} of the kernel's time`));
    if (all > saved * 1.005) parts.push(make("span.all", {}, `${timeText(all)} in all launches`));
  }
  if (share.high > 0)
    parts.push(make("span.over", {},
        `${Math.round(100 * share.low)}–${Math.round(100 * share.high)} % of its time in all plausible launches`));
  if (tried) parts.push(make("span.tried", {}, `Tried: ${tried.text}: `, make("b", {}, timeText(tried.ms)),
      ` instead of ${timeText(kernel.time_ms)}`));
  return make("li", {}, parts);
}

function causeItem(c) {
  const first = c.on.find(o => o.all === c.saved) ?? c.on[0],
      kernel = c.kernels.find(k => k.entries.includes(first.kernel)) ?? c.kernels[0];
  const l = launchWith(kernel, first.kernel), others = c.kernels.filter(k => k !== kernel);
  return make("li.fix", {}, make("p.what", {}, messageOf(c.message)),
    make("p.faint", {}, link(placeId(kernel, l, first.finding), breakable(placeText(c.file, c.line))), " in ",
        link(kernel.id, make("code", {}, breakable(kernel.name))),
         others.length ? ` and ${countText(others.length, "more kernel")}` : "", `, ${c.rule}`, guessMark(c.guessed)),
    make("ul.costs", {}, shownOn(c.on).map(costItem)));
}

function fixFirst() {
  const known = make("ol.fixes"), unknown = make("ol.fixes"), title = make("h3", {}, "What they save is not known"),
      none = make("p", {}, "Nothing was found.");
  const lead = make("p.faint", {},
      "By the time that it would save in all launches, simulated without the defect; launches that are a guess come last.");
  const parts = [make("div", {}, known), title, make("div", {}, unknown)];
  const e = section("fix-first", "What to fix first", lead, none, parts);
  e.show = causes => {
    const first = causes.filter(c => c.saved !== null), rest = causes.filter(c => c.saved === null);
    none.hidden = causes.length > 0;
    none.textContent = state.isFiltered ? "Nothing that the filters leave." : "Nothing was found.";
    lead.hidden = !first.length;
    title.hidden = !rest.length;
    unknown.setAttribute("start", first.length + 1);
    fillList(known, first, MOST_FIXES, causeItem);
    fillList(unknown, rest, MOST_FIXES, causeItem);
  };
  return e;
}

/* --- kernels by time ------------------------------------------------------- */

/* Columns of the table: [name, what it is sorted by, whether the first click sorts upward]. */
const COLUMNS = [["no.", k => k.number, true], ["kernel", k => k.name, true],
    ["where", k => placeText(k.file, k.line), true],
                 ["launch"], ["time", k => k.slowest], ["in all", k => k.all], ["findings", k => k.causes.length],
                     ["most saved", k => k.saved]];

function kernelRow(axis, k) {
  const l = k.launches[0], n = k.launches.length;
  const times = shownOn(l.on).map(({gpu, kernel: entry}) => make("div.time", {}, make("span.gpu", {}, gpu), " ",
      entry.time_ms === null
    ? make("span.faint", {}, "cannot run") : [make("span.ms", {}, timeText(entry.time_ms)),
        timeDot(axis, entry, l.guessed)]));
  return make("tr", {}, make("td.number", {}, k.number), make("th", {scope: "row"},
      link(k.id, make("code", {}, breakable(k.name)))),
    cell("where", breakable(placeText(k.file, k.line))),
    make("td.launch", {"data-label": "launch"}, l.text, n > 1 ? make("span.faint", {}, ` and ${n - 1} more`) : ""),
    make("td.on", {}, times, guessMark(l.guessed)),
    make("td.number", {"data-label": "in all"}, k.all > k.slowest * 1.005 ? timeText(k.all) : "–"),
    make("td.number", {"data-label": "findings"}, k.causes.length),
    make("td.number", {"data-label": "most saved"}, k.saved > 0 ? timeText(k.saved) : "–"));
}

function sorted(kernels) {
  const [, key] = COLUMNS.find(([name]) => name === state.sort), sign = state.ascending ? 1 : -1;
  return [...kernels].sort((x, y) => {
    const a = key(x), b = key(y);
    return sign * (typeof a === "string" ? a.localeCompare(b) : a - b) || x.number - y.number;
  });
}

function kernelTable(report, onSort) {
  const axis = timeAxis(report.kernels), body = make("tbody"), heads = new Map();
  const head = make("tr", {}, COLUMNS.map(([name, key, isUpward]) => {
    const th = make(name === "time" ? "th.on" : ["no.", "in all", "findings", "most saved"].includes(name)
        ? "th.number" : "th", {scope: "col"});
    heads.set(name, th);
    add(th, [key ? make("button", {type: "button", onclick: () => {
      state.ascending = state.sort === name ? !state.ascending : Boolean(isUpward);
      state.sort = name;
      onSort();
    }}, name) : name, name === "time" ? axisLabels(axis) : null]);
    return th;
  }));
  const guessed = report.kernels.some(k => k.launches[0].guessed)
      ? " Hollow dots and dashed lines are of guessed launches." : "";
  const e = section("kernels", "Kernels by time", make("p.faint", {},
      "Dots are times of one launch, the slowest of each kernel, lines the interval that holds 90 %, on a logarithmic axis." + guessed),
                    make("table.kernels.cards", {}, make("thead", {}, head), body));
  e.show = kernels => {
    for (const [name, th] of heads)
      if (name === state.sort) th.setAttribute("aria-sort", state.ascending ? "ascending" : "descending");
      else th.removeAttribute("aria-sort");
    fillList(body, sorted(kernels), MOST_ROWS, k => kernelRow(axis, k));
  };
  return e;
}

/* --- other sections -------------------------------------------------------- */

const section = (id, title, ...children) => make("section", {"aria-labelledby": id}, make("h2", {id}, title), children);

const figure = (what, value) => make("div", {}, make("dt", {}, what), make("dd", {}, value));

/* Of each GPU: what one launch of each kernel takes that is known, what the worst finding of each costs, and what all
 * their launches take. */
function gpuTotals(report) {
  const totals = new Map();
  for (const k of report.kernels)
    for (const l of k.launches)
      for (const o of l.on) {
        if (l.launch.source === "assumption") continue;
        const t = totals.get(o.gpu) ?? {ms: 0, worst: 0, all: 0};
        t.ms += o.kernel.time_ms ?? 0;
        t.worst += Math.max(0, ...o.kernel.findings.filter(f => !f.suppression && !isRemark(f)).map(f =>
            f.cost_ms ?? 0));
        totals.set(o.gpu, t);
      }
  for (const t of report.kernels.flatMap(k => k.totals.filter(t => t.model === report.kernels[0].entries[0].model)))
    if (totals.has(t.gpu)) totals.get(t.gpu).all += number(t.time_ms_total) ?? 0;
  return [...totals];
}

function totalsSection(report) {
  const launches = report.kernels.flatMap(k => k.launches), known = launches.filter(l => !l.guessed).length;
  return section("totals", "In all", make("dl.totals", {}, figure("kernels", report.kernels.length),
    figure("files with kernels", new Set(report.kernels.map(k => k.file)).size), figure("launches", launches.length),
        figure("of these known", known),
    figure("guessed, in whole or part", launches.length - known), figure("findings", report.causes.length),
    gpuTotals(report).map(([gpu, t]) => figure(`one launch of each that is known on ${gpu}`, [timeText(t.ms),
      t.worst > 0 ? `, of which the worst finding of each costs ${timeText(t.worst)}` : "", t.all > 1.001 * t.ms
          ? `; all their launches take ${timeText(t.all)}` : ""].join("")))));
}

function rooflineSection(report) {
  const holder = make("div", {});
  const e = section("rooflines", "Rooflines", make("p.faint", {},
      "Numbers are those of the table above, of each kernel's slowest launch. Kernels without floating-point operations are in the pictures of instructions only."), holder);
  e.show = kernels => {
    const at = kernels.slice(0, 300).flatMap(k => shownOn(k.launches[0].on).map(o => [k, o.kernel,
        k.launches[0].guessed]));
    holder.replaceChildren(rooflines(report, at));
    e.hidden = !holder.firstChild.children.length;
  };
  return e;
}

function detailSection(report) {
  const holder = make("div", {});
  const e = section("details", "Each kernel", holder);
  e.show = kernels => fillList(holder, e.kernels = kernels, MOST_ROWS, k => k.element ??= kernelSection(report, k));
  return e;
}

function problemSection(report) {
  const ul = make("ul"), e = section("problems", "Not analysed, or not as given", make("div", {}, ul));
  fillList(ul, report.problems, MOST_ROWS, p => make("li", {},
      string(p.file) ? `${placeText(string(p.file), whole(p.line))}: ` : "", string(p.text),
                                                       p.help ? `; ${string(p.help)}` : ""));
  return e;
}

/* --- two reports compared -------------------------------------------------- */

const both = v => [number(object(v).old), number(object(v).new)];

/* "32", "32 → 40"; "" where neither is known. */
function changeText(v, text) {
  const [old, now] = both(v);
  return old === null && now === null ? "" : old === null || now === null || text(old) === text(now) ? text(now ?? old)
      : `${text(old)} → ${text(now)}`;
}

/* "new", "gone", "+12.3 %", or "" where the time is the same. */
function changeOfTime(p) {
  const [old, now] = both(p.time_ms), change = number(p.change_percent);
  if (change === null) return old === null && now !== null ? "new" : old !== null && now === null ? "gone" : "";
  return Math.abs(change) < 0.05 ? "" : `${change > 0 ? "+" : ""}${change.toFixed(1)} %`;
}

function comparedFindings({findings}) {
  const {new: added, absent, unchanged} = object(findings);
  return [list(added).map(f => make("p", {}, make("b", {}, "new: "),
                                    `${placeText(string(f.file), whole(f.line))}: ${string(f.message)}`)),
          list(absent).map(f => make("p", {}, make("b", {}, "gone: "), string(f.message))),
          unchanged > 0 ? make("p", {}, `${unchanged} unchanged`) : null];
}

function comparedRow(report, p) {
  const kernel = report.kernels.find(k => k.name === p.name && k.file === p.file && k.line === p.line);
  const name = make("code", {}, breakable(string(p.name))), change = number(p.change_percent);
  return make(change >= 0.05 ? "tr.worse" : change <= -0.05 ? "tr.better" : "tr", {},
    make("th", {scope: "row"}, kernel ? link(kernel.id, name) : name,
         make("p.faint", {}, breakable(placeText(string(p.file), whole(p.line))))),
    cell("GPU", string(p.gpu), make("p.faint", {}, p.launch ? launchText(cleanLaunch(p.launch)) : "",
                                    p.another_launch ? ", another launch before" : "")),
    cell("time", changeText(p.time_ms, timeText)),
    make("td.number.change", {"data-label": "change"}, changeOfTime(p)),
    cell("registers", changeText(p.registers, String)), cell("spilled bytes", changeText(p.spill_bytes, String)),
    cell("warps", changeText(p.warps, String)), cell("findings", comparedFindings(p)));
}

/* "3 kernels: 1 faster, 2 as fast as before; findings: 1 new, 0 gone, 2 unchanged" */
function comparedText(t, n) {
  const parts = [[t.faster, "faster"], [t.slower, "slower"], [t.same, "as fast as before"], [t.added, "new"],
      [t.gone, "gone"]]
    .filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `${countText(n, "kernel")}${parts.length ? ": " : ""}${parts.join(", ")}; findings: ${t.findings_new ?? 0} new, ${t.findings_absent ?? 0} gone, ` +
         `${t.findings_unchanged ?? 0} unchanged.`;
}

function isChanged(p) {
  const differs = v => { const [old, now] = both(v); return old !== now; };
  const f = object(p.findings);
  return Math.abs(number(p.change_percent) ?? 100) >= 0.05 || list(f.new).length || list(f.absent).length
      || differs(p.registers) || differs(p.spill_bytes) || differs(p.warps);
}

function comparisonSection(report) {
  const c = report.comparison, pairs = list(c.kernels), body = make("tbody");
  const changed = pairs.filter(isChanged).sort((x, y) =>
      Math.abs(number(y.change_percent) ?? Infinity) - Math.abs(number(x.change_percent) ?? Infinity) || 0);
  const e = section("comparison", "What changed", make("p", {}, comparedText(object(c.totals), pairs.length)),
    make("p.faint", {}, `From ${string(c.old)} to ${string(c.new)}. Kernels of which nothing changed are left out; everything below is of the new report.`),
    changed.length ? make("table.compared.cards", {}, headRow(["kernel", "GPU", "time", "change", "registers",
        "spilled bytes", "warps", "findings"]), body) : null);
  fillList(body, changed, MOST_ROWS, p => comparedRow(report, p));
  return e;
}

/* --- filters, and the way around ------------------------------------------- */

function choice(name, label, all, values, onChange) {
  const select = make("select", {name, onchange: () => { state[name] = select.value; onChange(); }},
      make("option", {value: ""}, all),
                      values.map(v => make("option", {value: v}, v)));
  return values.length > 1 ? make("label", {}, make("span", {}, label), select) : null;
}

function menuOf(report, sections, onChange) {
  const sortedOf = values => [...new Set(values)].filter(Boolean).sort();
  const search = make("input", {type: "search", name: "search", placeholder: "kernel, file, message", oninput: () => {
    state.search = search.value;
    clearTimeout(state.timer);
    state.timer = setTimeout(onChange, report.kernels.length > 100 ? 150 : 0);
  }});
  const status = make("p.status", {role: "status"});
  const form = make("div", {role: "search", "aria-label": "Filters"},
    make("label", {}, make("span", {}, "search"), search),
    choice("rule", "rule", "all rules", sortedOf(report.kernels.flatMap(k => k.rules)), onChange),
    choice("gpu", "GPU", "all GPUs", sortedOf(report.kernels.flatMap(k => k.gpus)), onChange),
    choice("file", "file", "all files", sortedOf([...report.kernels.map(k => k.file),
        ...report.causes.map(c => c.file)]), onChange),
    choice("kernel", "kernel", "all kernels", sortedOf(report.kernels.map(k => k.name)), onChange),
    make("p", {}, make("button", {type: "button", onclick: () => {
      Object.assign(state, {search: "", rule: "", gpu: "", file: "", kernel: ""});
      for (const e of form.querySelectorAll("input, select")) e.value = "";
      onChange();
    }}, "reset"), " ", make("button", {type: "button", onclick: () => openAll(report, true)}, "unfold all"), " ",
        make("button", {type: "button", onclick: () => openAll(report, false)}, "fold all")), status);
  const items = sections.map(s => make("li", {}, link(s.querySelector("h2").id, s.querySelector("h2").textContent))),
      links = make("ul", {}, items);
  const e = make("details", {}, make("summary", {}, "Contents and filters"), links, report.kernels.length > 1 ? form
      : null);
  e.open = !matchMedia("(max-width: 1380px)").matches;
  e.show = text => {
    status.textContent = text;
    sections.forEach((s, i) => { items[i].hidden = s.hidden; });
  };
  return e;
}

/* Those that are listed, up to a number that a browser bears. */
function openAll(report, open) {
  const all = [...document.querySelectorAll("details.kernel")].slice(0, open ? MOST_ROWS : undefined);
  for (const e of all) {
    if (open) e.fill();
    e.open = open;
  }
}

/* Shows what the hash of an address names, which may have to be made first. */
function reveal(report, details, id) {
  const m = /^kernel-(\d+)/.exec(id), kernel = m && report.kernels[m[1] - 1];
  if (kernel) {
    const at = details.kernels.indexOf(kernel);
    if (at < 0) return false;
    details.querySelector("div").showAt(at);
    kernel.element.open = true;
    kernel.element.fill();
    const launch = /^kernel-\d+-launch-\d+/.exec(id), e = launch && document.getElementById(launch[0]);
    if (e?.fill) e.open = true, e.fill();
  }
  const target = document.getElementById(id);
  if (!target) return false;
  document.querySelector("tr.target")?.classList.remove("target");
  if (target.localName === "tr") target.classList.add("target");
  target.scrollIntoView({block: target.localName === "tr" ? "center" : "start"});
  const focus = target.querySelector("summary") ?? target;
  if (!focus.matches("a, button, summary")) focus.tabIndex = -1;
  focus.focus({preventScroll: true});
  return true;
}

function show(report) {
  const main = document.getElementById("main"), isBuild = report.kernels.length > 1;
  document.getElementById("lead").textContent = `By ${string(report.tool.name) || "clperf"} ${string(report.tool.version)}, from the source alone: nothing was run.`;
  const parts = [], update = () => {
    state.words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
    state.isFiltered = Boolean(state.words.length || state.rule || state.gpu || state.file || state.kernel);
    const kernels = report.kernels.filter(isShownKernel), causes = shownCauses(report);
    fixes.show(causes), table.show(kernels), roofs.show(kernels), details.show(kernels);
    menu.show(`${kernels.length} of ${countText(report.kernels.length, "kernel")}, ${causes.length} of ${countText(report.causes.length, "finding")}`);
  };
  const fixes = fixFirst(), table = kernelTable(report, () => update()), roofs = rooflineSection(report),
      details = detailSection(report);
  if (report.comparison) parts.push(comparisonSection(report));
  if (isBuild) parts.push(totalsSection(report));
  /* The only launch has its rooflines in its own section. */
  if (report.kernels.length) parts.push(fixes, table, ...report.kernels.length > 1
      || report.kernels[0].launches.length > 1 ? [roofs] : [], details);
  else parts.push(make("p", {}, "No kernel was analysed."));
  if (report.problems.length) parts.push(problemSection(report));
  const menu = menuOf(report, parts.filter(p => p.localName === "section"), () => update());
  if (parts.some(p => p.localName === "section")) document.getElementById("menu").append(menu);
  main.append(...parts);
  update();
  if (report.kernels.length <= 3) for (const k of report.kernels) k.element.open = true, k.element.fill();
  document.addEventListener("click", event => {
    const a = event.target.closest?.("a[href^='#']"), id = a?.getAttribute("href").slice(1);
    if (id && reveal(report, details, id)) {
      event.preventDefault();
      try { history.pushState(null, "", "#" + id); } catch { /* Not everywhere a page has an address. */ }
    }
  });
  addEventListener("beforeprint", () => openAll(report, true));
  addEventListener("popstate", () => reveal(report, details, location.hash.slice(1)));
  if (location.hash) reveal(report, details, location.hash.slice(1));
}

show(readReport(JSON.parse(document.getElementById("report").textContent)));
