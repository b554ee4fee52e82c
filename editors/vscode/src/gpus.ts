/** The list that a GPU is picked from, from the server's `clperf/gpus`. */

export interface Gpu {
    name: string;
    vendor?: string;
    arch?: string;
}

/** An entry; `gpu` is what `clperf/setGpu` is called with. */
export interface Choice {
    label: string;
    description: string;
    gpu: string | null;
}

/** Those in use first, and last the way back to what the settings say. */
export function choices(gpus: readonly Gpu[], used: ReadonlySet<string>): Choice[] {
    const entries = gpus.map((g) => ({
        label: g.name,
        description: [g.vendor, g.arch, used.has(g.name) ? "in use" : undefined]
            .filter(Boolean)
            .join(" · "),
        gpu: g.name,
    }));
    return [
        ...entries.filter((e) => used.has(e.gpu)),
        ...entries.filter((e) => !used.has(e.gpu)),
        { label: "as set", description: "the setting clperf.gpu, .clperf, or the default", gpu: null },
    ];
}
