/** Connects VS Code with `clperf lsp`: commands, status bar and reports. */
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";

import { choices, type Gpu } from "./gpus";
import type { Kernel } from "./kernels";
import { ReportPanels } from "./panel";
import { isThere, missing } from "./program";
import { Status } from "./status";

const languages = ["opencl", "cuda-cpp", "cuda", "c", "cpp"];

let client: LanguageClient | undefined;

/** The file of a lens, else the one that is being edited. */
function target(uri: unknown): vscode.Uri | undefined {
    if (typeof uri === "string") return vscode.Uri.parse(uri);
    const document = vscode.window.activeTextEditor?.document;
    return document && languages.includes(document.languageId) ? document.uri : undefined;
}

function identify(uri: vscode.Uri): { textDocument: { uri: string } } {
    return { textDocument: { uri: uri.toString() } };
}

async function selectGpu(status: Status, where?: unknown): Promise<void> {
    const uri = target(where);
    if (!client || !uri) {
        void vscode.window.showInformationMessage("clperf: no file with kernels is open here");
        return;
    }
    const gpus = await client.sendRequest<Gpu[]>("clperf/gpus", {});
    const choice = await vscode.window.showQuickPick(choices(gpus, status.gpus(uri.toString())), {
        placeHolder: "Predict for which GPU?",
        matchOnDescription: true,
    });
    if (choice) await client.sendRequest("clperf/setGpu", { ...identify(uri), gpu: choice.gpu });
}

async function showReport(panels: ReportPanels, where?: unknown): Promise<void> {
    const uri = target(where);
    if (!client || !uri) {
        void vscode.window.showInformationMessage("clperf: no file with kernels is open here");
        return;
    }
    try {
        const page = await client.sendRequest<{ html: string }>("clperf/report", identify(uri));
        panels.show(uri, page.html);
    } catch (error) {
        void vscode.window.showErrorMessage(`clperf: ${(error as Error).message}`);
    }
}

/** The commands of the server's lenses are carried out here, where a list can be searched and a
 * page shown. */
function clientOptions(status: Status, log: vscode.OutputChannel): LanguageClientOptions {
    return {
        documentSelector: languages.flatMap((language) => [
            { scheme: "file", language },
            { scheme: "untitled", language },
        ]),
        outputChannel: log,
        middleware: {
            executeCommand: (command, args, next) => {
                if (command === "clperf.chooseGpu")
                    return vscode.commands.executeCommand("clperf.selectGpu", ...args);
                if (command === "clperf.openReport")
                    return vscode.commands.executeCommand("clperf.showReport", ...args);
                return next(command, args);
            },
            handleDiagnostics: (uri, diagnostics, next) => {
                next(uri, diagnostics);
                void status.refresh(uri.toString());
            },
            didClose: async (document, next) => {
                await next(document);
                status.forget(document.uri.toString());
            },
        },
    };
}

const remedies: Record<string, () => Thenable<unknown>> = {
    "Set Path": () => vscode.commands.executeCommand("workbench.action.openSettings", "clperf.path"),
    "How to Install": () => vscode.commands.executeCommand("extension.open", "clperf.clperf"),
};

/** One message, with what helps on its buttons. */
async function complain(text: string): Promise<void> {
    const choice = await vscode.window.showErrorMessage(text, ...Object.keys(remedies));
    if (choice) await remedies[choice]?.();
}

async function start(status: Status, log: vscode.OutputChannel): Promise<void> {
    const program = vscode.workspace.getConfiguration("clperf").get<string>("path") || "clperf";
    if (!isThere(program)) {
        void complain(missing(program));
        return;
    }
    client = new LanguageClient(
        "clperf",
        "clperf",
        { command: program, args: ["lsp"] },
        clientOptions(status, log),
    );
    try {
        await client.start();
    } catch (error) {
        client = undefined;
        void complain(`clperf: '${program} lsp' does not start (${(error as Error).message})`);
    }
}

async function stop(): Promise<void> {
    const old = client;
    client = undefined;
    await old?.stop();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    const log = vscode.window.createOutputChannel("clperf");
    const panels = new ReportPanels();
    const status = new Status(async (uri) => {
        if (!client) return [];
        return client.sendRequest<Kernel[]>("clperf/kernels", { textDocument: { uri } });
    });
    const restart = async (): Promise<void> => {
        await stop();
        await start(status, log);
    };
    const { registerCommand } = vscode.commands;
    context.subscriptions.push(
        log,
        panels,
        status,
        registerCommand("clperf.selectGpu", (uri?: unknown) => selectGpu(status, uri)),
        registerCommand("clperf.showReport", (uri?: unknown) => showReport(panels, uri)),
        registerCommand("clperf.restart", restart),
        registerCommand("clperf.showLog", () => log.show()),
        vscode.window.onDidChangeActiveTextEditor(() => status.show()),
        vscode.window.onDidChangeTextEditorSelection(() => status.show()),
        vscode.workspace.onDidChangeConfiguration((change) => {
            if (change.affectsConfiguration("clperf.path")) void restart();
        }),
    );
    await start(status, log);
}

export function deactivate(): Promise<void> {
    return stop();
}
