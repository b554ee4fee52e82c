/** Webviews with HTML reports, one for each file. */
import * as vscode from "vscode";

import { guarded, title } from "./report";

export class ReportPanels implements vscode.Disposable {
    private readonly panels = new Map<string, vscode.WebviewPanel>();

    show(uri: vscode.Uri, html: string): void {
        const key = uri.toString();
        const panel = this.panels.get(key) ?? this.open(uri, key);
        panel.webview.html = guarded(html);
        panel.reveal(undefined, true);
    }

    private open(uri: vscode.Uri, key: string): vscode.WebviewPanel {
        const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
        const panel = vscode.window.createWebviewPanel("clperf.report", title(uri.path), place, {
            enableScripts: true,
            enableFindWidget: true,
            localResourceRoots: [],
        });
        panel.onDidDispose(() => this.panels.delete(key));
        this.panels.set(key, panel);
        return panel;
    }

    dispose(): void {
        for (const panel of [...this.panels.values()]) panel.dispose();
    }
}
