/* Pictures, as SVG. */

const box = (left, top, right, bottom, isText) => ({left, top, right, bottom, isText});

/* The area that two rectangles share. */
function shared(a, b) {
  const w = Math.min(a.right, b.right) - Math.max(a.left, b.left),
      h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return w > 0 && h > 0 ? w * h : 0;
}

const within = (v, least, most) => Math.max(least, Math.min(most, v));

function bar(share, label) {
  return make("svg.share", {viewBox: "0 0 160 10", role: "img", "aria-label": label},
              make("rect.track", {width: 160, height: 10}), make("rect.bar",
                  {width: (160 * within(share, 0, 1)).toFixed(1), height: 10}));
}

/* --- times on one logarithmic axis ----------------------------------------- */

function timeAxis(kernels) {
  let low = 99, high = -99;
  for (const k of kernels)
    for (const e of k.entries)
      for (const ms of [e.time_ms, e.time_ms_low, e.time_ms_high])
        if (ms > 0 && isFinite(ms)) low = Math.min(low, Math.floor(Math.log10(ms))),
            high = Math.max(high, Math.ceil(Math.log10(ms)));
  if (low > high) [low, high] = [-3, 0];
  if (low === high) high++;
  /* In percent of the width; 5 are left at each end for what is drawn around a place. */
  const place = ms => (5 + 90 * within(ms > 0 ? (Math.log10(ms) - low) / (high - low) : 0, 0, 1)).toFixed(1) + "%";
  return {low, high, place};
}

function axisLabels({low, high, place}) {
  const step = Math.floor((high - low) / 4) + 1, texts = [];
  for (let i = low; i <= high; i += step)
    texts.push(make("text", {x: place(10 ** i), y: 12, "text-anchor": "middle"}, timeText(10 ** i).replace(".0", "")));
  return make("svg.times", {"aria-hidden": "true"}, texts);
}

/* A dot, and a line through it for the interval that holds 90 %. */
function timeDot({low, high, place}, k, guessed) {
  const grid = [];
  for (let i = low; i <= high; i++)
    grid.push(make("line.grid", {x1: place(10 ** i), x2: place(10 ** i), y1: 0, y2: "100%"}));
  const mark = guessed ? ".guessed" : "";
  return make("svg.times", {role: "img", "aria-label": intervalText(k.time_ms_low, k.time_ms_high)}, grid,
              make(`line.range${mark}`, {x1: place(k.time_ms_low), x2: place(k.time_ms_high), y1: "50%", y2: "50%"}),
              make(`circle.dot${mark}`, {cx: place(k.time_ms), cy: "50%", r: 4}));
}

/* --- rooflines ------------------------------------------------------------- */

const ROOF = {width: 310, height: 200, left: 48, right: 14, top: 24, bottom: 38};

/* The classic one: Williams, Waterman and Patterson, Roofline: An Insightful Visual Performance Model for Multicore
 * Architectures, CACM 52(4), 2009. */
function flopRoofline(g) {
  const isSame = g.fp64_gflops > 0.99 * g.fp32_gflops;
  return {kind: "floating point", xTitle: "FLOP per byte of DRAM", yTitle: "GFLOP/s", slope: g.dram_gbs,
          ceilings: isSame ? [[g.fp32_gflops, "FP32, FP64"]] : [[g.fp32_gflops, "FP32"], [g.fp64_gflops, "FP64"]],
          caption: `FP32 ${siText(1e9 * g.fp32_gflops)}FLOP/s, FP64 ${siText(1e9 * g.fp64_gflops)}FLOP/s; DRAM ` +
                   `${Number(g.dram_gbs.toPrecision(4))} GB/s, of ${Number(g.dram_gbs_peak.toPrecision(4))} at its peak`,
          point(k) {
            const f = object(k.flops), flops = (number(f.fp32) ?? 0) + (number(f.fp64) ?? 0),
                ns = k.cycles / (k.clock.core_mhz / 1e3);
            return {x: k.dram_bytes > 0 ? flops / k.dram_bytes : Infinity, y: ns > 0 ? flops / ns : 0};
          }};
}

/* The instruction roofline: Ding and Williams, An Instruction Roofline Model for GPUs, PMBS 2019: instructions instead
 * of floating-point operations, so that kernels without any have a place, too. */
function instructionRoofline(g) {
  const slope = g.dram_gbs / 32;
  return {kind: "instructions", xTitle: "warp instructions per 32-byte sector of DRAM",
      yTitle: "warp instructions per ns", slope,
          ceilings: [[g.issue_per_ns, "issue"]],
          caption: `warps issue at most ${g.issue_per_ns.toFixed(0)} per ns; DRAM gives ${threeDigits(slope)} sectors per ns`,
          point(k) {
            const y = (k.busy.issue ?? 0) * g.issue_per_ns, sectors = (k.busy.dram ?? 0) * slope;
            return {x: sectors > 0 ? y / sectors : Infinity, y};
          }};
}

/* All points, and the ridges, within limits; axes are logarithms to base 10. */
function fitRoofline(r, points) {
  const highest = Math.log10(r.ceilings[0][0]), ridge = highest - Math.log10(r.slope);
  const lowest = Math.log10(r.ceilings[r.ceilings.length - 1][0]);
  r.x0 = ridge - 1.5, r.x1 = ridge + 1.2, r.y0 = Math.min(highest - 2, lowest - 0.5), r.y1 = highest + 0.25;
  for (const {x, y} of points) {
    r.y0 = Math.max(highest - 5, Math.min(r.y0, Math.log10(y) - 0.2));
    if (isFinite(x)) r.x0 = Math.max(ridge - 4, Math.min(r.x0, Math.log10(x) - 0.2)),
        r.x1 = Math.min(ridge + 4, Math.max(r.x1, Math.log10(x) + 0.2));
  }
  r.x = v => isFinite(v) ? ROOF.left + ROOF.width * within((Math.log10(v) - r.x0) / (r.x1 - r.x0), 0, 1) : ROOF.left
      + ROOF.width;
  r.y = v => ROOF.top + ROOF.height * (1 - within((Math.log10(v) - r.y0) / (r.y1 - r.y0), 0, 1));
}

/* Powers of ten, and three times these where the axis is short. */
function ticks(from, to) {
  const out = [];
  for (let i = Math.floor(from); i <= to; i++)
    for (const k of to - from < 3.5 ? [1, 3] : [1]) {
      const v = k * 10 ** i;
      if (Math.log10(v) >= from && Math.log10(v) <= to) out.push(v);
    }
  return out;
}

const tickText = v => v >= 1e6 || v < 1e-4 ? v.toExponential(0).replace("e", "e") : String(Number(v.toPrecision(3)));

function roofAxes(r) {
  const edge = ROOF.left + ROOF.width, foot = ROOF.top + ROOF.height;
  return [ticks(r.x0, r.x1).map(v => {
    const x = r.x(v), isLast = x > edge - 12;
    return [make("path.grid", {d: `M${x.toFixed(1)} ${ROOF.top}v${ROOF.height}`}),
            make("text", {x: (isLast ? edge + ROOF.right : x).toFixed(1), y: foot + 14, "text-anchor": isLast ? "end"
                : "middle"}, tickText(v))];
  }), ticks(r.y0, r.y1).map(v =>
    [make("path.grid", {d: `M${ROOF.left} ${r.y(v).toFixed(1)}h${ROOF.width}`}),
     make("text", {x: ROOF.left - 5, y: (r.y(v) + 4).toFixed(1), "text-anchor": "end"}, tickText(v))]),
  make("text", {x: ROOF.left + ROOF.width / 2, y: foot + 30, "text-anchor": "middle"}, r.xTitle),
      make("text", {x: 0, y: 11}, r.yTitle)];
}

/* The slope up to the highest ceiling, and each ceiling from where it meets the slope. */
function roofs(r) {
  const high = r.ceilings[0][0], from = Math.max(10 ** r.x0, 10 ** r.y0 / r.slope), at = (x, y) =>
      `${r.x(x).toFixed(1)} ${r.y(y).toFixed(1)}`;
  return [make("path.roof", {d: `M${at(from, from * r.slope)}L${at(high / r.slope, high)}`}),
          r.ceilings.map(([v], i) => make(i ? "path.roof.second" : "path.roof",
              {d: `M${at(v / r.slope, v)}H${ROOF.left + ROOF.width}`}))];
}

/* "1, 3–5" of numbers in order. */
function runsText(numbers) {
  const runs = [];
  for (const n of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = runs[runs.length - 1];
    if (last && n === last[1] + 1) last[1] = n;
    else runs.push([n, n]);
  }
  const shown = runs.slice(0, 3).map(([a, b]) => a === b ? a : `${a}–${b}`).join(", ");
  return runs.length > 3 ? shown + " …" : shown;
}

/* Dots that are too close to tell apart are one, with the numbers of all. */
function dotsOf(r, points) {
  const dots = [];
  for (const p of points) {
    const x = r.x(p.x), y = r.y(p.y);
    let dot = dots.find(d => Math.hypot(d.x - x, d.y - y) < 10);
    if (!dot) dots.push(dot = {x, y, at: []});
    dot.at.push({...p, x, y});
  }
  return dots;
}

/* How much of a place is taken; to cover text is twenty times as bad as anything else. */
function covered(b, taken) {
  const picture = box(ROOF.left, ROOF.top, ROOF.left + ROOF.width + ROOF.right, ROOF.top + ROOF.height);
  return taken.reduce((sum, t) => sum + shared(b, t) * (t.isText ? 20 : 1),
      (b.right - b.left) * (b.bottom - b.top) - shared(b, picture));
}

const leastCovered = (boxes, taken) => boxes.reduce((best, b) => {
  const area = covered(b, taken);
  return !best || area < best.area ? {b, area} : best;
}, null).b;

/* Beside the dot, near it first. */
function placesBeside(d, width) {
  const out = [];
  for (let away = 6; away <= 42; away += 6)
    for (const [side, up] of [[1, 1], [-1, 1], [1, 0], [-1, 0], [1, -1], [-1, -1]]) {
      const left = side > 0 ? d.x + away : d.x - away - width, middle = d.y + up * (away + 3);
      out.push(box(left, middle - 6, left + width, middle + 6, true));
    }
  return out;
}

/* Above or below the right half of a ceiling. */
function placesOnCeiling(y, width) {
  const out = [];
  for (let right = ROOF.left + ROOF.width; right > ROOF.left + ROOF.width / 2; right -= 20)
    for (const top of [y - 15, y + 3]) out.push(box(right - width, top, right, top + 12, true));
  return out;
}

/* Texts keep clear of dots, ceilings and each other. */
function roofTexts(r, dots) {
  const taken = dots.map(d => box(d.x - 5, d.y - 5, d.x + 5, d.y + 5));
  for (const [v] of r.ceilings) taken.push(box(r.x(v / r.slope), r.y(v) - 1, ROOF.left + ROOF.width, r.y(v) + 1));
  const names = r.ceilings.map(([v, name]) => {
    const b = leastCovered(placesOnCeiling(r.y(v), 7 * name.length), taken);
    taken.push(b);
    return make("text.name", {x: b.right.toFixed(1), y: (b.bottom - 2).toFixed(1), "text-anchor": "end"}, name);
  });
  return [names, dots.map(d => {
    const text = runsText(d.at.map(p => p.number)), b = leastCovered(placesBeside(d, 7 * text.length), taken);
    taken.push(b);
    const circles = d.at.map(p => make(p.guessed ? "circle.dot.guessed" : "circle.dot",
        {cx: p.x.toFixed(1), cy: p.y.toFixed(1), r: 4}));
    return make("svg:a", {href: "#" + d.at[0].id}, make("title", {}, d.at.map(p => p.title).join("; ")), circles,
                make("text.strong", {x: ((b.left + b.right) / 2).toFixed(1), y: (b.bottom - 2).toFixed(1),
                    "text-anchor": "middle"}, text));
  })];
}

/* Of one GPU, with a dot for each of [kernel of the page, entry of the report, whether it is guessed]; null if none has
 * a place in it. */
function roofline(gpu, kind, at) {
  if (!(gpu.dram_gbs > 0)) return null;
  const r = kind(gpu);
  const points = at.map(([kernel, k, guessed]) => ({...r.point(k), number: kernel.number, id: kernel.id, guessed, k}))
    .filter(p => p.y > 0 && isFinite(p.y) && !isNaN(p.x));
  if (!points.length || !(r.ceilings[r.ceilings.length - 1][0] > 0)) return null;
  fitRoofline(r, points);
  for (const p of points)
    p.title = `${p.k.name}: ${timeText(p.k.time_ms)}${p.guessed ? " (guessed launch)" : ""}, bound by ${boundText(p.k.bound)}, ` +
              `${threeDigits(p.y)} ${r.yTitle}`;
  return make("figure.roofline", {}, make("svg", {
    viewBox: `0 0 ${ROOF.left + ROOF.width + ROOF.right} ${ROOF.top + ROOF.height + ROOF.bottom}`, role: "group",
    "aria-label": `roofline of ${gpu.text ?? gpu.gpu}, ${r.kind}`}, roofAxes(r), roofs(r),
        roofTexts(r, dotsOf(r, points))),
    make("figcaption", {}, make("b", {}, gpu.text ?? gpu.gpu), `, ${r.kind}: ${r.caption}`));
}

/* Both of each GPU. */
function rooflines(report, at) {
  const figures = [flopRoofline, instructionRoofline].flatMap(kind => report.gpus.map(g => {
    const text = g.text ?? g.gpu;
    return roofline(g, kind, at.filter(([, k]) => k.gpuText === text && k.cycles > 0));
  }));
  return make("div.row", {}, figures);
}

/* --- how busy resources were, and occupancy -------------------------------- */

const BOUNDS = {dram: "DRAM", l2: "L2", l1: "L1", shared: "shared memory", issue: "issue", fp32: "FP32", fp64: "FP64",
    int: "integer", sfu: "SFU",
                matrix: "matrix units", latency: "latency", launch: "launch"};
const boundText = name => BOUNDS[name] ?? name;

function busyTable(k, gpu) {
  const rows = Object.entries(k.busy).filter(([, share]) => share > 0);
  return rows.length ? make("table.busy", {}, make("caption", {}, `Busy on ${gpu}`),
      make("tbody", {}, rows.map(([name, share]) =>
    make("tr", {}, make("th", {scope: "row"}, boundText(name)), make("td", {}, bar(share, percentText(share))),
         make("td.number", {}, percentText(share)))))) : null;
}

function occupancyChart(k, gpu) {
  const o = object(k.occupancy_by_size), warps = Array.isArray(o.warps) ? o.warps : [], most = k.occupancy.max_warps;
  if (!warps.length || !(most > 0)) return null;
  const left = 42, width = 270, height = 120, step = width / warps.length, y = n => 8 + height * (1 - n / most);
  const items = k.launch.local.reduce((n, v) => n * Math.max(1, v), 1);
  const grid = [0, 1, 2, 3, 4].map(q => [make("path.grid", {d: `M${left} ${y(most * q / 4).toFixed(1)}h${width}`}),
    make("text", {x: left - 4, y: (y(most * q / 4) + 4).toFixed(1), "text-anchor": "end"}, `${25 * q} %`)]);
  const curve = warps.map((n, i) =>
      `${i ? "L" : "M"}${(left + step * i).toFixed(1)} ${y(n).toFixed(1)}h${step.toFixed(2)}`).join("");
  const limit = k.occupancy.warps < most ? `, limited by ${k.occupancy.limiter}` : "";
  return make("figure.occupancy", {}, make("svg", {viewBox: `0 0 ${left + width + 8} ${height + 28}`, role: "img",
      "aria-label": "occupancy by size of the work-group"},
    grid, make("text", {x: left, y: height + 22}, "1"), make("text",
        {x: left + width, y: height + 22, "text-anchor": "end"}, `${warps.length * o.step} work-items`),
    make("path.curve", {d: curve}),
    make("circle.hot", {r: 4, cx: (left + width * (items - o.step / 2) / (warps.length * o.step)).toFixed(1),
        cy: y(warps[Math.ceil(items / o.step) - 1] ?? 0).toFixed(1)})),
    make("figcaption", {}, `Occupancy of ${gpu} by work-items of a work-group, with its ${k.registers.per_item} registers and ${k.local_bytes} ` +
      `bytes of local memory; the dot is this launch's ${items}${limit}.`));
}

/* --- lanes ----------------------------------------------------------------- */

/* Lane by sector in the order of addresses, or lane by bank; the second colour marks banks asked for several words. */
function lanesPicture(lanes, warp) {
  const cell = 8, gap = 28, isBanks = lanes.of === "banks", touches = [];
  const flat = Array.isArray(lanes.touches) ? lanes.touches : [];
  for (let i = 0; i + 1 < flat.length; i += 2) touches.push({lane: flat[i], unit: flat[i + 1]});
  if (!touches.length) return null;
  const units = [...new Set(touches.map(t => t.unit))].sort((a, b) => a - b), banks = lanes.banks || 32;
  const words = new Map();
  for (const u of units) words.set(u % banks, (words.get(u % banks) ?? 0) + 1);
  const columns = isBanks ? banks : Math.min(64, units.length);
  const cells = touches.map(t => {
    const column = isBanks ? t.unit % banks : units.indexOf(t.unit);
    const title = isBanks ? `lane ${t.lane}, bank ${column}, word ${t.unit}`
        : `lane ${t.lane}, sector ${t.unit - units[0]}`;
    return column < columns && make(isBanks && words.get(column) > 1 ? "rect.cell.hot" : "rect.cell",
      {x: gap + column * cell, y: 14 + t.lane * cell, width: cell - 1, height: cell - 1}, make("title", {}, title));
  });
  const width = columns * cell, height = warp * cell, whole = gap + Math.max(width, 50) + 2;
  return make("figure.lanes", {}, make("svg", {width: whole, viewBox: `0 0 ${whole} ${height + 16}`, role: "img",
      "aria-label": `lanes by ${lanes.of}`},
    make("rect.track", {x: gap, y: 14, width, height}), make("text", {x: gap, y: 10}, lanes.of),
        make("text", {x: 0, y: 24}, "0"),
    make("text", {x: 0, y: 14 + height}, String(warp - 1)), cells),
    make("figcaption", {}, isBanks
      ? `Lanes of a warp and the ${banks} banks of ${lanes.bytes} bytes that its most frequent request touches; the second colour marks banks asked for several words.`
      : `Lanes of a warp and the ${units.length} sectors of ${lanes.bytes} bytes that its most frequent request touches, in the order of addresses` +
        `${columns < units.length ? "; the first of them" : ""}.`));
}

/* --- what models draw ------------------------------------------------------ */

const PICTURE = {width: 300, height: 160, left: 52, top: 18, bottom: 34, right: 16};

/* 1, 2 or 5 times a power of ten: from one line of the grid to the next. */
function tickStep(max) {
  const least = max / 5, power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map(n => n * power).find(step => least <= step) ?? 10 * power;
}

function modelPicture(k, gpu) {
  const p = object(k.picture), {width, height, left, top, bottom, right} = PICTURE;
  if (!(p.x_max > 0 && p.y_max > 0)) return null;
  const x = v => left + width * v / p.x_max, y = v => top + height * (1 - v / p.y_max), grid = [];
  for (let v = 0; v <= p.x_max; v += tickStep(p.x_max))
    grid.push(make("path.grid", {d: `M${x(v).toFixed(1)} ${top}v${height}`}),
        make("text", {x: x(v).toFixed(1), y: top + height + 14, "text-anchor": "middle"}, threeDigits(v)));
  for (let v = 0; v <= p.y_max; v += tickStep(p.y_max))
    grid.push(make("path.grid", {d: `M${left} ${y(v).toFixed(1)}h${width}`}),
        make("text", {x: left - 5, y: (y(v) + 4).toFixed(1), "text-anchor": "end"}, threeDigits(v)));
  const curves = list(p.curves).map((c, i) => {
    const points = [];
    for (let n = 0; n + 1 < c.points.length; n += 2) points.push([c.points[n], c.points[n + 1]]);
    const first = points[0], last = points[points.length - 1], isRight = last[1] > first[1], end = isRight ? last
        : first;
    return [make(i ? "path.roof.second" : "path.roof", {d: points.map(([px, py], n) =>
        `${n ? "L" : "M"}${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join("")}),
            make("text.name", {x: (x(end[0]) + (isRight ? -24 : 4)).toFixed(1), y: (y(end[1]) + 12).toFixed(1),
                "text-anchor": isRight ? "end" : "start"}, c.name)];
  });
  const [markX, markY] = Array.isArray(p.mark) ? p.mark : [0, 0];
  return make("figure.roofline", {}, make("svg", {viewBox: `0 0 ${left + width + right} ${top + height + bottom}`,
      role: "img", "aria-label": `${k.model} of ${gpu}`},
    grid, make("text", {x: left + width / 2, y: top + height + 30, "text-anchor": "middle"}, p.x_title),
        make("text", {x: 0, y: 11}, p.y_title), curves,
    make("circle.hot", {r: 4, cx: x(markX).toFixed(1), cy: y(markY).toFixed(1)})),
    make("figcaption", {}, make("b", {}, `${k.model} of ${gpu}`), `: ${p.caption}`));
}
