/* Colours of OpenCL C, CUDA and HIP: a lexer that knows as much of them as colours need. */

const KEYWORDS = new Set(`__attribute__ __constant __constant__ __device__ __forceinline__ __generic __global __global__ __host__ __kernel
__launch_bounds__ __local __noinline__ __private __read_only __read_write __restrict __restrict__ __shared__ __write_only alignas auto break
case catch class const const_cast constant constexpr continue default delete do dynamic_cast else enum explicit extern false for generic global
goto if inline kernel local namespace new noexcept nullptr operator private protected public read_only read_write register reinterpret_cast
restrict return sizeof static static_assert static_cast struct switch template this throw true try typedef typename union using virtual volatile
while write_only`.split(/\s+/));

/* Vectors of these have a number of components behind them. */
const TYPES = new RegExp(`^(?:(?:char|double|float|half|int|long|longlong|short|uchar|uint|ulong|ulonglong|ushort)(?:2|3|4|8|16|1)?|bool|
cudaTextureObject_t|dim3|event_t|image[123]d_t|u?int(?:8|16|32|64)_t|u?intptr_t|ptrdiff_t|queue_t|sampler_t|signed|size_t|unsigned|void)$`
  .replace(/\n/g, ""));

const TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\.?\d(?:[eEpP][+-]|[\w.'])*|[A-Za-z_]\w*|\s+|[^\sA-Za-z_0-9"'/]|\//y;

/* One line's [class, text] pairs, and what the next line begins in: "", "com" or "pre". */
function colourLine(text, within) {
  const spans = [];
  const put = (kind, part) => {
    const last = spans[spans.length - 1];
    if (last && last[0] === kind) last[1] += part;
    else if (part) spans.push([kind, part]);
  };
  let at = 0;
  if (within === "com") {
    const end = text.indexOf("*/");
    at = end < 0 ? text.length : end + 2;
    put("com", text.slice(0, at));
    if (end < 0) return [spans, "com"];
    within = "";
  } else if (/^\s*#/.test(text)) {
    within = "pre";
  }
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const part = TOKEN.exec(text)?.[0] ?? text[at];
    at += part.length;
    const isOpen = part.startsWith("/*") && !(part.length > 3 && part.endsWith("*/"));
    put(/^\/[/*]/.test(part) ? "com" : /^["']/.test(part) ? "str" : /^\.?\d/.test(part) ? "num"
      : within === "pre" && part.trim() ? "pre" : KEYWORDS.has(part) ? "key" : TYPES.test(part) ? "typ" : "", part);
    if (isOpen) return [spans, "com"];
  }
  return [spans, within === "pre" && text.endsWith("\\") ? "pre" : ""];
}

/* Of lines that follow each other. What comes to the end of a comment first begins in one. */
function colourLines(lines) {
  const mark = /\/\*|\*\//.exec(lines.join("\n"));
  let within = mark?.[0] === "*/" ? "com" : "";
  return lines.map(line => {
    const [spans, next] = colourLine(line, within);
    within = next;
    return spans;
  });
}

const codeOf = spans => spans.map(([kind, text]) => kind ? make(`span.${kind}`, {}, text) : text);
