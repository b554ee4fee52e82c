/** The status bar item: the kernel under the cursor, its time and what bounds it. */
import * as vscode from "vscode";

import { type Kernel, kernelsAt, statusText, statusTooltip } from "./kernels";

export type AskKernels = (uri: string) => Promise<Kernel[]>;

export class Status implements vscode.Disposable {
    private readonly item = vscode.window.createStatusBarItem(
        "clperf.kernel",
        vscode.StatusBarAlignment.Right,
        100,
    );
    private readonly kernels = new Map<string, Kernel[]>();

    constructor(private readonly ask: AskKernels) {
        this.item.name = "clperf";
        this.item.command = "clperf.selectGpu";
    }

    /** To be called when the server has said something new of a file. */
    async refresh(uri: string): Promise<void> {
        try {
            this.kernels.set(uri, await this.ask(uri));
        } catch {
            this.kernels.delete(uri);
        }
        this.show();
    }

    forget(uri: string): void {
        this.kernels.delete(uri);
        this.show();
    }

    /** The GPUs that a file is predicted for. */
    gpus(uri: string): Set<string> {
        return new Set((this.kernels.get(uri) ?? []).map((k) => k.gpu));
    }

    show(): void {
        const editor = vscode.window.activeTextEditor;
        const all = editor ? this.kernels.get(editor.document.uri.toString()) : undefined;
        const here = editor && all ? kernelsAt(all, editor.selection.active) : [];
        const text = statusText(here);
        if (text === undefined) {
            this.item.hide();
            return;
        }
        this.item.text = text;
        this.item.tooltip = statusTooltip(here);
        this.item.show();
    }

    dispose(): void {
        this.item.dispose();
    }
}
