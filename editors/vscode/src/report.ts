/** The HTML report as a webview may show it. */

const policy =
    '<meta http-equiv="Content-Security-Policy" ' +
    "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">";

/** The page needs its own styles and nothing else, so nothing else is let in. */
export function guarded(html: string): string {
    const head = /<head[^>]*>/i.exec(html);
    if (!head) return policy + html;
    const end = head.index + head[0].length;
    return html.slice(0, end) + policy + html.slice(end);
}

export function title(path: string): string {
    return `clperf: ${path.slice(path.lastIndexOf("/") + 1)}`;
}
