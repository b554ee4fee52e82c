/** package.json against the server's sources, and against what clperf-cc prints. CLPERF_ROOT is the
 * top of clperf's source tree, CLPERF_BIN the folder with its programs. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

interface Setting {
    type: string;
    default: unknown;
    minimum?: number;
    maximum?: number;
    pattern?: string;
}

const folder = join(__dirname, "..", "..");
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const properties: Record<string, Setting> = manifest.contributes.configuration.properties;

function needed(name: string): string {
    const value = process.env[name];
    assert.ok(value, `${name} is not set`);
    return value;
}

const settings = readFileSync(join(needed("CLPERF_ROOT"), "lsp", "settings.c"), "utf8");

/** The arguments of each call read_KIND(&r, "KEY", ...). */
function read(kind: string): string[][] {
    const calls = [...settings.matchAll(new RegExp(`read_${kind}\\(&r, "(\\w+)", (.*)\\);`, "g"))];
    return calls.map((c) => [c[1] ?? "", ...(c[2] ?? "").split(", ")]);
}

function standard(field: string): string {
    const value = new RegExp(`\\.${field} = ([^,}]+)`).exec(settings);
    assert.ok(value?.[1], `no default of ${field} in lsp/settings.c`);
    return value[1];
}

const words = read("words").map((c) => c[0] ?? "");
const flags = read("flag").map((c) => c[0] ?? "");
const numbers = read("number");

test("the server's settings are those of the extension, which has two of its own", () => {
    assert.ok(words.length && flags.length && numbers.length, "lsp/settings.c reads otherwise now");
    const known = [...words, ...flags, ...numbers.map((c) => c[0] ?? ""), "threshold"];
    const all = [...known, "path", "trace.server"].map((key) => `clperf.${key}`);
    assert.deepEqual(Object.keys(properties).sort(), all.sort());
});

test("types, defaults and bounds are the server's", () => {
    for (const key of words) {
        assert.equal(properties[`clperf.${key}`]?.type, "array", key);
        assert.deepEqual(properties[`clperf.${key}`]?.default, [], key);
    }
    for (const key of flags) {
        assert.equal(properties[`clperf.${key}`]?.type, "boolean", key);
        assert.equal(String(properties[`clperf.${key}`]?.default), standard(key), key);
    }
    for (const [key, least, most, scale] of numbers) {
        const setting = properties[`clperf.${key}`];
        assert.equal(setting?.minimum, Number(least), key);
        assert.equal(setting?.maximum, Number(most), key);
        const value = Number(setting?.default) * Number(scale);
        assert.ok(Math.abs(value - Number(standard(key ?? ""))) < 1e-12, key);
    }
    const threshold = properties["clperf.threshold"];
    assert.equal(threshold?.default, `${standard("least_percent")}%`);
    for (const good of ["5%", "0.1ms", "12.5%"]) assert.match(good, new RegExp(threshold?.pattern ?? "$^"));
    for (const bad of ["5", "ms", "-1%", "5 %"]) assert.doesNotMatch(bad, new RegExp(threshold?.pattern ?? ""));
});

test("the server knows the languages that start the extension", () => {
    const table = readFileSync(join(needed("CLPERF_ROOT"), "source", "front_ends.def"), "utf8");
    const known = new Set(table.split(/[^\w-]+/));
    for (const event of manifest.activationEvents) assert.ok(known.has(event.replace("onLanguage:", "")), event);
});

test("files that the manifest names are there", () => {
    const { languages, grammars } = manifest.contributes;
    for (const file of [languages[0].configuration, grammars[0].path, "LICENSE", "README.md"])
        assert.ok(existsSync(join(folder, file)), file);
    for (const file of [languages[0].configuration, grammars[0].path])
        JSON.parse(readFileSync(join(folder, file), "utf8"));
});

function compile(...options: string[]): string[] {
    const example = join(needed("CLPERF_ROOT"), "examples", "transpose_naive");
    const launch = `-fclperf-launch=${example}.launch.json`;
    const clperfCc = join(needed("CLPERF_BIN"), "clperf-cc");
    const args = ["-fsyntax-only", `${example}.cl`, launch, "-Rclperf", ...options];
    return spawnSync(clperfCc, args, { encoding: "utf8" }).stderr.split("\n");
}

function matches(lines: string[]): (string | undefined)[][] {
    const pattern = manifest.contributes.problemMatchers[0].pattern;
    const regexp = new RegExp(pattern.regexp);
    return lines.flatMap((line) => {
        const m = regexp.exec(line);
        return m
            ? [[m[pattern.line], m[pattern.column], m[pattern.severity], m[pattern.code], m[pattern.message], m[pattern.file]]]
            : [];
    });
}

test("the problem matcher takes the findings of clperf-cc, and nothing else of it", () => {
    const [found, ...more] = matches(compile());
    assert.deepEqual(more, []);
    assert.deepEqual(found?.slice(0, 4), ["11", "29", "warning", "clperf-uncoalesced"]);
    assert.match(found?.[4] ?? "", /^each warp's store to 'out' touches .* ms on gtx-980$/);
    assert.match(found?.[5] ?? "", /examples\/transpose_naive\.cl$/);
});

test("findings that fail the build are errors", () => {
    const found = matches(compile("-Werror=clperf"));
    assert.deepEqual(found.map((f) => f.slice(0, 4)), [["11", "29", "error", "clperf-uncoalesced"]]);
});

test("the compiler's own warnings are left to its own matcher", () => {
    assert.deepEqual(matches(["a.c:3:5: warning: unused variable 'x' [-Wunused-variable]", "a.c:3:5: error: no"]), []);
});
