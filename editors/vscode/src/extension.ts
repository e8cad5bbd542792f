// Starts `cannlint server` and leaves everything else to it.
import { commands, window, workspace, type ExtensionContext } from "vscode";
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
} from "vscode-languageclient/node";
import { programOf } from "./program";

const LANGUAGES = [
  "cann-customize-dtypes",
  "cann-op-precision",
  "cann-keep-dtype",
  "cann-mixlist",
  "cann-fusion-switch",
];
// files whose name says nothing: the server tells by their content, or by the job that names them,
// whether CANN reads them; scripts and pages are looked at for compile options
const PATTERN =
  "**/{*.cfg,*.ini,*.list,*.conf,*.config,*.json,*.txt," +
  "*.sh,*.bash,*.zsh,*.ksh,*.py,*.md,*.markdown,*.rst," +
  "*.yml,*.yaml,*.dockerfile,*.mk,*.bat,*.cmd,*.ipynb,*.patch,*.diff,*.cpp,*.cc,*.cxx,*.c,*.h,*.hpp,Dockerfile,Makefile," +
  "cannlint.toml,pyproject.toml}";

// a file that was never saved has only a language; the server looks at its content as well
const UNTITLED = [
  ...LANGUAGES,
  "ini",
  "json",
  "markdown",
  "plaintext",
  "properties",
  "python",
  "restructuredtext",
  "shellscript",
  "toml",
  "yaml",
  "dockerfile",
  "makefile",
  "bat",
  "diff",
];

let client: LanguageClient | undefined;
// a folder of the extension's own, in which the server starts: never one of the workspace
let ownFolder: string;

async function start(): Promise<void> {
  const [name = "cannlint", ...args] = workspace
    .getConfiguration("cannlint")
    .get<string[]>("command", ["cannlint", "server"]);
  const folders = (workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const command = programOf(name, workspace.isTrusted ? [] : folders);
  if (command === undefined) {
    void window.showErrorMessage(
      `cannlint: ${name} is not in a folder of PATH. ` +
        "Install it with pip install 'cannlint[lsp]', or set cannlint.command to an absolute path.",
    );
    return;
  }
  const server: ServerOptions = { command, args, options: { cwd: ownFolder } };
  const options: LanguageClientOptions = {
    documentSelector: [
      ...LANGUAGES.map((language) => ({ scheme: "file", language })),
      { scheme: "file", pattern: PATTERN },
      ...UNTITLED.map((language) => ({ scheme: "untitled", language })),
    ],
    synchronize: {
      fileEvents: workspace.createFileSystemWatcher("**/{cannlint.toml,pyproject.toml}"),
    },
  };
  client = new LanguageClient("cannlint", "cannlint", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(
      `cannlint: ${[name, ...args].join(" ")} does not start (${reason}). ` +
        "Install it with pip install 'cannlint[lsp]', or set cannlint.command.",
    );
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

export async function activate(context: ExtensionContext): Promise<void> {
  ownFolder = context.extensionPath;
  context.subscriptions.push(
    commands.registerCommand("cannlint.restart", restart),
    workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("cannlint.command")) await restart();
    }),
  );
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}
