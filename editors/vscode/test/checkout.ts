/** Where the sources and the programs are that the tests compare the extension with: CLPERF_ROOT and CLPERF_BIN, or the
 * checkout that this is in and the newest of its builds. What is compared is for one GPU, and nothing is kept. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const root = process.env["CLPERF_ROOT"] ?? join(__dirname, "..", "..", "..", "..");

function builds(): string[] {
    const all = join(root, "build");
    if (!existsSync(all)) return [];
    const programs = readdirSync(all).map((name) => join(all, name, "bin"));
    const time = (folder: string) => statSync(join(folder, "clperf")).mtimeMs;
    return programs.filter((p) => existsSync(join(p, "clperf"))).sort((a, b) => time(b) - time(a));
}

const bin = process.env["CLPERF_BIN"] ?? builds()[0];

export function program(name: string): string {
    assert.ok(bin, `no build of clperf in ${join(root, "build")}; ./dev build makes one`);
    return join(bin, name);
}

const cache = mkdtempSync(join(tmpdir(), "clperf-cache-"));
process.on("exit", () => rmSync(cache, { recursive: true, force: true }));
process.env["CLPERF_CACHE_DIR"] = cache;
process.env["CLPERF_GPU"] = "gtx-980";
