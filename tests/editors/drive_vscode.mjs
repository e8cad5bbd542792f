// Uses the extension in a real VS Code (code-server in headless Chromium) as a user does, prints
// what happened, and leaves screenshots.
//
//   node drive_vscode.mjs SCENARIO PROJECT PICTURES CODE_SERVER CHROMIUM VSIX USER_SETTINGS PORT
//
// CODE_SERVER is the folder of the npm package code-server, with puppeteer-core beside it.
// USER_SETTINGS is JSON. SCENARIO is `day` or `trust`. Only addresses of this machine are used.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [scenario, project, pictures, codeServer, chromium, vsix, settings, port] =
  process.argv.slice(2);
const puppeteer = createRequire(join(codeServer, "package.json"))("puppeteer-core");
const work = mkdtempSync(join(tmpdir(), "cannlint-vscode-"));
const PATIENCE = { timeout: 30000, polling: 50 };

mkdirSync(join(work, "data", "User"), { recursive: true });
writeFileSync(
  join(work, "data", "User", "settings.json"),
  JSON.stringify({
    "editor.codeActionsOnSave": { "source.fixAll.cannlint": "explicit" },
    "editor.wordBasedSuggestions": "off",
    "files.autoSave": "off",
    "workbench.colorTheme": "Default Light Modern",
    "workbench.editor.languageDetection": false,
    "workbench.editor.untitled.labelFormat": "name",
    "workbench.startupEditor": "none",
    ...JSON.parse(settings),
  }),
);

const entry = join(codeServer, "out", "node", "entry.js");
const data = ["--user-data-dir", join(work, "data"), "--extensions-dir", join(work, "extensions")];
const quiet = ["--config", join(work, "config.yaml"), "--disable-telemetry", "--disable-update-check"];
const install = [entry, ...data, "--install-extension", vsix];
const installed = spawnSync(process.execPath, install, { encoding: "utf8" });
if (installed.status !== 0) throw new Error(installed.stdout + installed.stderr);

const address = `127.0.0.1:${port}`;
const server = spawn(
  process.execPath,
  [entry, ...data, ...quiet, "--auth", "none", "--bind-addr", address, project],
  { stdio: "ignore" },
);
const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  defaultViewport: { width: 1200, height: 1000 },
});

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function started() {
  for (let tries = 0; tries < 150; tries += 1) {
    try {
      return await fetch(`http://${address}/healthz`);
    } catch {
      await pause(200);
    }
  }
  throw new Error("code-server does not answer");
}

await started();
const page = await browser.newPage();

const shot = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });

async function step(name, action) {
  const start = Date.now();
  try {
    await action();
  } catch (error) {
    await shot("failed");
    throw new Error(`${name}: ${error.message}`);
  }
  console.log(`${name} ok ${Date.now() - start} ms`);
}

async function press(...keys) {
  for (const key of keys) await page.keyboard.down(key);
  for (const key of keys.reverse()) await page.keyboard.up(key);
}

async function command(name, answer) {
  await press("F1");
  await page.waitForSelector(".quick-input-widget input", { visible: true });
  await page.keyboard.type(name);
  const row = await page.waitForFunction(
    (text) => [...document.querySelectorAll(".quick-input-list .monaco-list-row")]
      .find((one) => one.querySelector(".label-name")?.innerText === text),
    PATIENCE,
    name,
  );
  await row.click();
  if (answer !== undefined) {
    await pause(500);
    await page.keyboard.type(answer);
    await pause(500);
    await press("Enter");
  }
}

async function open(name) {
  const row = `.explorer-folders-view .monaco-list-row[aria-label*="${name}"]`;
  await page.waitForSelector(row, { timeout: 60000 });
  await page.click(row, { count: 2 });
  await page.waitForFunction(
    (text) => document.querySelector(".tab.active")?.innerText.includes(text),
    PATIENCE,
    name,
  );
}

// until the findings of one file are these codes, in the order of the panel
const findings = (file, ...codes) =>
  page.waitForFunction(
    (name, wanted) => {
      const all = [...document.querySelectorAll(".markers-panel .monaco-list-row")];
      const files = all.map((row) => row.querySelector(".resource-label, .monaco-icon-label") !== null);
      const start = all.findIndex((row, at) => files[at] && row.innerText.includes(name));
      let found = "";
      for (let at = start + 1; start >= 0 && at < all.length && !files[at]; at += 1) {
        const code = /\(?\b([A-Z]{2}\d{3})\b\)?/.exec(all[at].innerText.replace(/\(E\d+\)/g, ""));
        if (code !== null) found += `${code[1]} `;
      }
      return found.trim() === wanted;
    },
    PATIENCE,
    file,
    codes.join(" "),
  );

const start = async () => {
  await page.goto(`http://${address}/?folder=${encodeURIComponent(project)}`);
  await page.waitForSelector(".monaco-workbench", { timeout: 60000 });
  await page.waitForSelector(".explorer-folders-view .monaco-list-row", { timeout: 60000 });
};

async function focus() {
  await pause(1000); // VS Code ignores keys while a tab is being shown
  const text = await page.waitForSelector(".editor-instance .view-lines", { timeout: 60000 });
  await text.click();
}

async function suggested(text) {
  await press("Control", "Space");
  await page.waitForFunction(
    (wanted) => [...document.querySelectorAll(".suggest-widget.visible .monaco-list-row")]
      .some((row) => row.innerText.includes(wanted)),
    PATIENCE,
    text,
  );
}

async function day() {
  await step("open", async () => {
    await start();
    await open("customize_dtypes.cfg");
    await page.waitForSelector(".squiggly-error", { timeout: 60000 });
    await press("Control", "Shift", "m");
    await findings("customize_dtypes.cfg", "CD002", "CD004");
    await shot("open");
  });
  await step("edit", async () => {
    await focus();
    await press("Control", "Home");
    await press("Enter");
    await findings("customize_dtypes.cfg", "CD002", "CD002", "CD004");
    await press("Control", "z");
    await findings("customize_dtypes.cfg", "CD002", "CD004");
  });
  // before a Markdown page is opened: VS Code drops the fixes of a save if an extension registers
  // code actions meanwhile, as its Markdown extension does when it starts
  await step("save", async () => {
    await press("Control", "s");
    await findings("customize_dtypes.cfg", "CD004");
    await shot("save");
  });
  await step("page of the rule", async () => {
    const link = await page.waitForSelector(".markers-panel a.monaco-link[href*='CD004']");
    await link.click();
    await page.waitForFunction(
      () => document.querySelector(".tab.active")?.innerText.includes("CD004.md"),
      PATIENCE,
    );
    await shot("page");
  });
  await step("complete in a shell script", async () => {
    await open("run.sh");
    await focus();
    await press("Control", "End");
    await page.keyboard.type("=");
    await suggested("force_fp16");
    await shot("shell");
    await press("Enter");
  });
  await step("complete in parameter_map", async () => {
    await open("train.py");
    await focus();
    await press("Control", "End");
    await page.keyboard.type('custom_op.parameter_map["prec');
    await suggested("precision_mode");
    await shot("python");
    await press("Escape");
  });
  await step("without a name", async () => {
    await command("File: New Untitled Text File");
    await page.waitForFunction(
      () => document.querySelector(".tab.active")?.innerText.includes("Untitled-1"),
      PATIENCE,
    );
    await focus();
    await page.keyboard.type("OpType::Relu:InputDtype:fp16");
    await findings("Untitled-1", "CD004");
    await command("Change Language Mode", "CANN keep_dtype");
    await focus();
    await press("Control", "a");
    await page.keyboard.type("a\na");
    await findings("Untitled-1", "KD104");
    await shot("untitled");
  });
  await step("kill", async () => {
    const pid = join(project, "pid");
    const before = readFileSync(pid, "utf8");
    process.kill(Number(before), "SIGKILL");
    await page.waitForFunction(
      () => ![...document.querySelectorAll(".markers-panel .monaco-list-row")].some((row) =>
        row.innerText.includes("KD104")),
      PATIENCE,
    );
    await findings("Untitled-1", "KD104");
    await findings("customize_dtypes.cfg", "CD004");
    if (readFileSync(pid, "utf8") === before) throw new Error("the server is the old one");
    await focus();
    await press("Control", "End");
    await page.keyboard.type("\na");
    await findings("Untitled-1", "KD104", "KD104");
    await shot("killed");
  });
}

async function trust() {
  await step("open", async () => {
    await start();
    await open("customize_dtypes.cfg");
    await page.waitForSelector(".monaco-editor .view-lines");
    await press("Control", "Shift", "m");
    await findings("customize_dtypes.cfg", "CD002", "CD004");
    await shot("trust");
  });
  const restricted = await page.evaluate(() => document.body.innerText.includes("Restricted Mode"));
  console.log(`restricted ${restricted}`);
  console.log(`command of the workspace ran ${existsSync(join(project, "ran"))}`);
}

try {
  await (scenario === "trust" ? trust() : day());
} finally {
  await browser.close();
  server.kill();
}
