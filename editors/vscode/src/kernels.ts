/** What the status bar says of the kernel under the cursor, from the server's `clperf/kernels`. */

export interface Position {
    line: number;
    character: number;
}

/** A kernel on one GPU in one launch; docs/lsp.md. */
export interface Kernel {
    name: string;
    gpu: string;
    time_ms: number;
    summary: string;
    range: { start: Position; end: Position };
}

function isBefore(a: Position, b: Position): boolean {
    return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** All launches and GPUs of the kernel that the position is in. */
export function kernelsAt(kernels: readonly Kernel[], at: Position): Kernel[] {
    return kernels.filter(
        (k) => !isBefore(at, k.range.start) && !isBefore(k.range.end, at),
    );
}

/** The one of several launches and GPUs that takes longest: time and bound in the server's words.
 * Undefined outside of kernels. */
export function statusText(kernels: readonly Kernel[]): string | undefined {
    const [first, ...others] = kernels;
    if (!first) return undefined;
    const longest = others.reduce((a, b) => (b.time_ms > a.time_ms ? b : a), first);
    const words = longest.summary.split(" · ").slice(0, 2).join(" · ");
    return `${longest.name}: ${words}${others.length ? ` (+${others.length})` : ""}`;
}

/** One line for each launch and GPU. */
export function statusTooltip(kernels: readonly Kernel[]): string {
    return kernels.map((k) => `${k.name}: ${k.summary}`).join("\n");
}
