// Bundles the extension, and copies the JSON Schemas of the package beside it: they live once.
import { build } from "esbuild";
import { cpSync, mkdirSync } from "node:fs";

mkdirSync("schemas", { recursive: true });
for (const name of ["modify_mixlist", "fusion_switch"]) {
  cpSync(`../../schemas/${name}.schema.json`, `schemas/${name}.schema.json`);
}
await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
  minify: true,
});
