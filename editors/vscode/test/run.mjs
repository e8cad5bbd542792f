// Drives the extension in a real VS Code (code-server in headless Chromium) and leaves two
// screenshots: a file with a fault, and the same file after saving has mended it.
//
//   node test/run.mjs CODE_SERVER CHROMIUM PYTHON OUTPUT_FOLDER
//
// CODE_SERVER is the folder of the npm package code-server (with puppeteer-core beside it),
// CHROMIUM a browser, PYTHON an interpreter that has cannlint[lsp]. See test/README.md.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [codeServer, chromium, python, output] = process.argv.slice(2).map((path) => resolve(path));
const puppeteer = createRequire(join(codeServer, "package.json"))("puppeteer-core");
const here = dirname(fileURLToPath(import.meta.url));
const PORT = 18931;
const BAD = "a::InputDtype:float16\n\nOpType::Relu:InputDtype:fp16,OutputDtype:float16\n";
const MENDED = "a::InputDtype:float16\nOpType::Relu:InputDtype:fp16,OutputDtype:float16\n";

const work = mkdtempSync(join(tmpdir(), "cannlint-vscode-"));
const project = join(work, "project");
const file = join(project, "customize_dtypes.cfg");
mkdirSync(join(work, "data", "User"), { recursive: true });
mkdirSync(project);
mkdirSync(output, { recursive: true });
writeFileSync(file, BAD);
writeFileSync(
  join(work, "data", "User", "settings.json"),
  JSON.stringify({
    "cannlint.command": [python, "-m", "cannlint", "server"],
    "editor.codeActionsOnSave": { "source.fixAll.cannlint": "explicit" },
    "security.workspace.trust.enabled": false,
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Light Modern",
    "files.autoSave": "off",
  }),
);

const entry = join(codeServer, "out", "node", "entry.js");
const folders = ["--user-data-dir", join(work, "data"), "--extensions-dir", join(work, "extensions")];
const installed = spawnSync(
  process.execPath,
  [entry, ...folders, "--install-extension", join(here, "..", "cannlint.vsix")],
  { encoding: "utf8" },
);
if (installed.status !== 0) throw new Error(installed.stdout + installed.stderr);

const server = spawn(
  process.execPath,
  [entry, ...folders, "--auth", "none", "--disable-telemetry", "--disable-update-check",
    "--bind-addr", `127.0.0.1:${PORT}`, project],
  { stdio: "ignore" },
);
const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  defaultViewport: { width: 1200, height: 640 },
});

async function reachable() {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      return await fetch(`http://127.0.0.1:${PORT}/healthz`);
    } catch {
      await new Promise((done) => setTimeout(done, 200));
    }
  }
  throw new Error("code-server does not answer");
}

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.down(key);
  for (const key of keys.reverse()) await page.keyboard.up(key);
}

const problems = (page) =>
  page.$$eval(".markers-panel .monaco-list-row", (rows) => rows.map((row) => row.innerText));

try {
  await reachable();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${PORT}/?folder=${encodeURIComponent(project)}`);
  await page.waitForSelector(".monaco-workbench", { timeout: 60000 });
  await page.waitForSelector(".explorer-folders-view", { timeout: 60000 });
  const row = '.explorer-folders-view .monaco-list-row[aria-label*="customize_dtypes.cfg"]';
  await page.waitForSelector(row, { timeout: 60000 });
  await page.click(row, { count: 2 });
  await page.waitForSelector(".squiggly-error", { timeout: 60000 });
  await press(page, "Control", "Shift", "m");
  await page.waitForSelector(".markers-panel .monaco-list-row");
  console.log("before:", JSON.stringify(await problems(page)));
  await page.screenshot({ path: join(output, "before.png") });

  await page.click(".monaco-editor .view-lines");
  await press(page, "Control", "s");
  await page.waitForFunction(
    () => ![...document.querySelectorAll(".markers-panel .monaco-list-row")].some((row) =>
      row.innerText.includes("CD002")),
    { timeout: 30000 },
  );
  console.log("after:", JSON.stringify(await problems(page)));
  await page.screenshot({ path: join(output, "after.png") });
  const text = readFileSync(file, "utf8");
  if (text !== MENDED) throw new Error(`the file is ${JSON.stringify(text)}`);
} finally {
  await browser.close();
  server.kill();
}
