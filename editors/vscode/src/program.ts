/** Where the program `clperf` is, before it is started: a client that cannot start one says so in words of its own. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

function isProgram(path: string): boolean {
    try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
    } catch {
        return false;
    }
}

/** Whether the program, a name for `PATH` or a path, is there. */
export function isThere(program: string, path = process.env["PATH"] ?? ""): boolean {
    if (program.includes("/")) return isProgram(program);
    return path.split(delimiter).some((folder) => folder && isProgram(join(folder, program)));
}

/** What is missing, in one sentence. */
export function missing(program: string): string {
    return program.includes("/")
        ? `clperf: there is no program '${program}'`
        : `clperf: the program '${program}' is not on PATH`;
}
