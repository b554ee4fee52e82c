/** Stands for the module `vscode` in tests: just enough of it for vscode-languageclient to run a
 * server, with what the extension does recorded. What is not here is a class without members, so
 * that what derives from it can be loaded. */
import Module from "node:module";
import { pathToFileURL } from "node:url";

class Disposable {
    constructor(private readonly end: () => void = () => {}) {}
    static from(...all: { dispose(): void }[]): Disposable {
        return new Disposable(() => all.forEach((d) => d.dispose()));
    }
    dispose(): void {
        this.end();
    }
}

class EventEmitter<T> {
    private readonly listeners = new Set<(value: T) => unknown>();
    readonly event = (listener: (value: T) => unknown, self?: unknown): Disposable => {
        const bound = listener.bind(self);
        this.listeners.add(bound);
        return new Disposable(() => this.listeners.delete(bound));
    };
    fire(value: T): void {
        for (const listener of [...this.listeners]) listener(value);
    }
    dispose(): void {
        this.listeners.clear();
    }
}

class Position {
    constructor(readonly line: number, readonly character: number) {}
}

class Range {
    readonly start: Position;
    readonly end: Position;
    constructor(line: number, character: number, endLine: number, endCharacter: number) {
        this.start = new Position(line, character);
        this.end = new Position(endLine, endCharacter);
    }
}

class Uri {
    private constructor(private readonly url: URL) {}
    static parse(text: string): Uri {
        return new Uri(new URL(text));
    }
    static file(path: string): Uri {
        return new Uri(pathToFileURL(path));
    }
    get scheme(): string {
        return this.url.protocol.slice(0, -1);
    }
    get path(): string {
        return decodeURIComponent(this.url.pathname);
    }
    get fsPath(): string {
        return this.path;
    }
    toString(): string {
        return this.url.href;
    }
}

class CancellationTokenSource {
    readonly token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
    cancel(): void {}
    dispose(): void {}
}

class Kind {
    constructor(readonly value: string) {}
    append(part: string): Kind {
        return new Kind(this.value ? `${this.value}.${part}` : part);
    }
}

export interface TextDocument {
    uri: Uri;
    languageId: string;
    version: number;
    isClosed: boolean;
    isDirty: boolean;
    getText(): string;
}

/** What the extension has done, and what the user answers. */
export const seen = {
    commands: new Map<string, (...args: unknown[]) => unknown>(),
    diagnostics: new Map<string, { message: string; range: Range; code: unknown }[]>(),
    lensProviders: [] as { provideCodeLenses(d: TextDocument, token: unknown): Promise<unknown[]> }[],
    messages: [] as string[],
    panels: [] as { title: string; webview: { html: string }; options: Record<string, unknown> }[],
    status: { text: "", tooltip: "", visible: false },
    settings: {} as Record<string, unknown>,
    presses: (_buttons: string[]): string | undefined => undefined,
    picks: (items: { label: string }[]): { label: string } | undefined => items[0],
};

const opened = new EventEmitter<TextDocument>();
const moved = new EventEmitter<unknown>();
const documents: TextDocument[] = [];
const never = () => new Disposable();

function section(name?: string): Record<string, unknown> {
    return name === "clperf" ? seen.settings : {};
}

async function showMessage(text: string, ...buttons: string[]): Promise<string | undefined> {
    seen.messages.push(text);
    return seen.presses(buttons);
}

const statusItem = {
    set text(text: string) {
        seen.status.text = text;
    },
    set tooltip(text: string) {
        seen.status.tooltip = text;
    },
    show: () => (seen.status.visible = true),
    hide: () => (seen.status.visible = false),
    dispose: () => {},
};

const parts: Record<string, unknown> = {
    version: "1.82.0",
    Disposable,
    EventEmitter,
    Position,
    Range,
    Uri,
    CancellationTokenSource,
    StatusBarAlignment: { Left: 1, Right: 2 },
    ViewColumn: { Beside: -2 },
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    CodeActionKind: { Empty: new Kind(""), QuickFix: new Kind("quickfix") },
    env: { language: "en", appName: "test" },
    Diagnostic: class {
        constructor(readonly range: Range, readonly message: string, readonly severity: number) {}
    },
    CodeLens: class {
        constructor(readonly range: Range, readonly command?: unknown) {}
    },
    commands: {
        registerCommand: (name: string, run: (...args: unknown[]) => unknown) => {
            if (seen.commands.has(name)) throw new Error(`command '${name}' already exists`);
            seen.commands.set(name, run);
            return new Disposable(() => seen.commands.delete(name));
        },
        executeCommand: async (name: string, ...args: unknown[]) => seen.commands.get(name)?.(...args),
    },
    languages: new Proxy({} as Record<string, unknown>, {
        get: (_, name) => {
            if (name === "match")
                return (selector: { language: string }[], d: TextDocument) =>
                    selector.some((s) => s.language === d.languageId) ? 10 : 0;
            if (name === "createDiagnosticCollection")
                return () => ({
                    set: (uri: Uri, list: never[]) => seen.diagnostics.set(uri.toString(), list),
                    delete: (uri: Uri) => seen.diagnostics.delete(uri.toString()),
                    clear: () => seen.diagnostics.clear(),
                    dispose: () => {},
                });
            if (name === "registerCodeLensProvider")
                return (_selector: unknown, provider: (typeof seen.lensProviders)[0]) => {
                    seen.lensProviders.push(provider);
                    return new Disposable();
                };
            return never;
        },
    }),
    window: {
        activeTextEditor: undefined as unknown,
        visibleTextEditors: [],
        tabGroups: { all: [], onDidChangeTabs: never },
        createOutputChannel: () => ({ append() {}, appendLine() {}, clear() {}, show() {}, dispose() {} }),
        createStatusBarItem: () => statusItem,
        createWebviewPanel: (_: string, title: string, _place: unknown, options: Record<string, unknown>) => {
            const panel = { title, options, webview: { html: "" }, reveal() {}, onDidDispose: never, dispose() {} };
            seen.panels.push(panel);
            return panel;
        },
        onDidChangeActiveTextEditor: never,
        onDidChangeTextEditorSelection: moved.event,
        showInformationMessage: showMessage,
        showWarningMessage: showMessage,
        showErrorMessage: showMessage,
        showQuickPick: async (items: { label: string }[]) => seen.picks(items),
        withProgress: async (_: unknown, run: (...args: unknown[]) => Promise<void>) =>
            run({ report() {} }, new CancellationTokenSource().token),
    },
    workspace: {
        textDocuments: documents,
        workspaceFolders: undefined,
        getConfiguration: (name?: string) => ({
            ...section(name),
            get: (key: string, standard?: unknown) =>
                (key === "clperf" ? seen.settings : section(name)[key]) ?? standard,
            inspect: () => undefined,
        }),
        createFileSystemWatcher: () => ({
            onDidCreate: never,
            onDidChange: never,
            onDidDelete: never,
            dispose: () => {},
        }),
        onDidOpenTextDocument: opened.event,
        ...Object.fromEntries(
            [
                "onDidChangeTextDocument", "onDidCloseTextDocument", "onDidSaveTextDocument",
                "onWillSaveTextDocument", "onDidChangeConfiguration", "onDidChangeWorkspaceFolders",
                "onDidCreateFiles", "onDidRenameFiles", "onDidDeleteFiles",
            ].map((name) => [name, never]),
        ),
    },
};

const missing = new Map<string | symbol, unknown>();

const fake = new Proxy(parts, {
    get: (known, name) => {
        if (typeof name === "string" && name in known) return known[name];
        if (!missing.has(name)) missing.set(name, class {});
        return missing.get(name);
    },
});

/** A command of VS Code's own. */
export function stub(name: string, run: (...args: unknown[]) => unknown): void {
    seen.commands.set(name, run);
}

/** From here on, require("vscode") gives the fake. */
export function install(): void {
    const loader = Module as unknown as { _load(name: string, ...more: unknown[]): unknown };
    const load = loader._load;
    loader._load = (name, ...more) => (name === "vscode" ? fake : load.call(loader, name, ...more));
}

/** A file that the user opens, with the cursor at the start. */
export function open(path: string, languageId: string, text: string): TextDocument {
    const uri = Uri.file(path);
    const document = { uri, languageId, version: 1, isClosed: false, isDirty: false, getText: () => text };
    documents.push(document);
    (parts["window"] as { activeTextEditor: unknown }).activeTextEditor = { document };
    moveTo(0, 0);
    opened.fire(document);
    return document;
}

export function moveTo(line: number, character: number): void {
    const editor = (parts["window"] as { activeTextEditor: { selection: unknown } }).activeTextEditor;
    editor.selection = { active: new Position(line, character) };
    moved.fire(editor);
}
