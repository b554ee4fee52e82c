/** The HTML report as a webview may show it. */
import { randomBytes } from "node:crypto";

function policy(nonce: string): string {
    return (
        '<meta http-equiv="Content-Security-Policy" ' +
        `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'nonce-${nonce}'">`
    );
}

/**
 * The page needs its own styles and its own script, so nothing else is let in. In the report within the page no "<" is
 * left as it is.
 */
export function guarded(html: string): string {
    const nonce = randomBytes(16).toString("base64");
    const page = html.replace("\n<script>\n", `\n<script nonce="${nonce}">\n`);
    const head = /<head[^>]*>/i.exec(page);
    if (!head) return policy(nonce) + page;
    const end = head.index + head[0].length;
    return page.slice(0, end) + policy(nonce) + page.slice(end);
}

export function title(path: string): string {
    return `clperf: ${path.slice(path.lastIndexOf("/") + 1)}`;
}
