/* The viewer of clperf's reports. The scripts of this folder are one, in the order that CMakeLists.txt lists: each may
 * use what those before it define. This one: elements, and numbers as a reader wants them. */
"use strict";

/* Characters that hide, or that change the direction of the text around them. */
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
const printable = text => String(text).replace(UNPRINTABLE, "\ufffd");

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "rect", "line", "path", "circle", "text", "title", "svg:a"]);

/* An element: make("td.number", {colSpan: 2}, child, "text", [more children]). Whatever stands in a report becomes text
 * of it or the value of an attribute, never markup. */
function make(what, attributes, ...children) {
  const [tag, ...classes] = what.split(".");
  const e = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag.replace("svg:", "")) : document.createElement(tag);
  if (classes.length) e.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) e.style.setProperty(name, value);
    else if (value !== undefined && value !== null && value !== false) e.setAttribute(name,
        printable(value === true ? "" : value));
  add(e, children);
  return e;
}

function add(e, children) {
  for (const c of children)
    if (Array.isArray(c)) add(e, c);
    else if (c instanceof Node) e.append(c);
    else if (c !== undefined && c !== null && c !== false && c !== "") e.append(printable(c));
}

/* A cell that says on a phone what it is, where no head of a column stands above it. */
const cell = (label, ...children) => make("td", {"data-label": label}, children);

/* A path or a name, which may be broken behind '/' and '_'. */
function breakable(name) {
  const parts = String(name).split(/(?<=[/_])(?=.)/);
  return parts.flatMap((part, i) => i ? [make("wbr"), part] : [part]);
}

/* As C rounds to two significant digits: of two that are as near, to the even one. */
function roundTwo(v) {
  const [digits, exponent] = v.toExponential(60).split("e"), first = Number(digits[0] + digits[2]),
      rest = digits.slice(3);
  const isTie = /^50*$/.test(rest);
  return Number(`${isTie ? first + first % 2 : first + Number(rest[0] >= "5")}e${exponent - 1}`);
}

/* Two significant digits without an exponent; 99.6 is "100". */
function twoDigits(v) {
  const exponent = Number(v.toExponential(1).split("e")[1]);
  return v.toFixed(Math.max(0, 1 - exponent));
}

const UNITS = [[999.5, 1e-3, "s"], [0.0995, 1, "ms"], [0.0000995, 1e3, "µs"], [0, 1e6, "ns"]];

/* "4.5 ns", "12 µs", "0.41 ms", "2.6 s", with the digits that texts have of the ms. */
function timeText(ms) {
  if (typeof ms !== "number" || !isFinite(ms) || ms < 0) return "unknown";
  const [, perMs, name] = UNITS.find(([least]) => ms >= least), v = roundTwo(ms) * perMs;
  return v < 0.001 ? "0 ns" : `${twoDigits(v)} ${name}`;
}

const intervalText = (low, high) => `${timeText(low)}–${timeText(high)}`;

/* Three significant digits without an exponent where that is short. */
const threeDigits = v => v >= 999.5 && v < 1e6 ? v.toFixed(0) : String(Number(v.toPrecision(3)));

/* With a prefix of the SI: "2.15 G". */
function siText(number) {
  const prefixes = ["", "k", "M", "G", "T", "P", "E"];
  let p = 0;
  while (Math.abs(number) >= 999.5 && p + 1 < prefixes.length) number /= 1000, p++;
  return `${Number(number.toPrecision(3))} ${prefixes[p]}`;
}

const percentText = share => `${(100 * share).toFixed(0)} %`;
const countText = (n, one, many) => `${n} ${n === 1 ? one : many ?? one + "s"}`;

/* With a capital letter at its front and a period at its end. */
function sentence(text) {
  return text ? text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "";
}

/* "16x16", the dimensions that matter. */
function sizeText(size, dims) {
  dims ??= size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1;
  return size.slice(0, dims).join("x");
}

/* "8192x8192/16x16" */
function launchText(launch) {
  const {global, local} = launch;
  const dims = global[2] > 1 || local[2] > 1 ? 3 : global[1] > 1 || local[1] > 1 ? 2 : 1;
  return sizeText(global, dims) + (local[0] > 0 ? "/" + sizeText(local, dims) : "");
}

/* What of a launch nobody gave: "global size, n = 1024"; "" if all is known. */
function guessedText(launch) {
  const words = [], assumed = Object.entries(launch.assumed);
  if (launch.source === "assumption") words.push("global size");
  if ((launch.local_source ?? launch.source) === "assumption" && launch.local[0]) words.push("local size");
  for (const [name, value] of assumed) if (typeof value === "number") words.push(`${name} = ${value}`);
  if (assumed.some(([, value]) => typeof value !== "number")) words.push("sizes of buffers");
  return words.join(", ");
}

/* The few marks of Markdown that the pages of rules have. */
function markdown(text) {
  const out = [];
  const mark = (tag, n) => part => make(tag, {}, part.slice(n, -n));
  const marks = [["`", mark("code", 1)], ["**", mark("b", 2)], ["*", mark("em", 1)]];
  /* Links lead to other pages of rules, which are not here. */
  const inline = s => s.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").split(/(`[^`]+`|\*\*[^*]+\*\*|(?<!\w)\*\w[^*]*\*)/).map((part, i) =>
    i % 2 ? marks.find(([begin]) => part.startsWith(begin))[1](part) : part);
  const cells = (line, tag, scope) => make("tr", {}, line.split("|").slice(1, -1).map(c =>
      make(tag, {scope}, inline(c.trim()))));
  const table = ([head, , ...rows]) => make("table.rule", {}, make("thead", {}, cells(head, "th", "col")),
      make("tbody", {}, rows.map(r => cells(r, "td"))));
  const blocks = text.split(/^(```[\s\S]*?^```.*$)/m);
  for (const block of blocks) {
    if (block.startsWith("```")) {
      out.push(make("pre", {}, block.replace(/^```.*\n/, "").replace(/\n?```.*$/, "")));
      continue;
    }
    for (const part of block.split(/\n\s*\n/)) {
      const lines = part.trim().split("\n");
      if (!lines[0]) continue;
      const heading = /^#+ (.*)/.exec(lines[0]);
      if (heading) out.push(make("p", {}, make("b", {}, heading[1])));
      const rest = heading ? lines.slice(1) : lines;
      if (!rest.length) continue;
      if (rest[0].startsWith("|")) {
        out.push(table(rest));
      } else if (/^[-*] /.test(rest[0])) {
        const items = rest.join("\n").split(/^[-*] /m).slice(1);
        out.push(make("ul", {}, items.map(i => make("li", {}, inline(i.replace(/\s*\n\s*/g, " "))))));
      } else {
        out.push(make("p", {}, inline(rest.join(" "))));
      }
    }
  }
  return out;
}
