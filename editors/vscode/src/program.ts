// Finds the program of the server, so that none of the workspace is started in its place: Windows
// looks for a bare name in the current folder before it looks on PATH.
import { existsSync, realpathSync, statSync } from "node:fs";
import * as path from "node:path";

// the absolute path of a program; undefined where it is in none of the folders of PATH
export function programOf(
  name: string,
  workspace: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
  platform: string = process.platform,
): string | undefined {
  const paths = platform === "win32" ? path.win32 : path.posix;
  if (paths.isAbsolute(name)) return name;
  // a path that begins in the current folder would begin in the workspace
  if (/[/\\]/.test(name)) return undefined;
  const all = environment.PATH ?? environment.Path ?? "";
  const endings = platform === "win32" && !paths.extname(name) ? [".exe", ".com"] : [""];
  for (const folder of all.split(platform === "win32" ? ";" : ":")) {
    const clean = folder.replace(/^"(.*)"$/, "$1");
    if (!paths.isAbsolute(clean)) continue;
    for (const ending of endings) {
      const found = paths.join(clean, name + ending);
      if (isFile(found) && !workspace.some((root) => isWithin(found, root, paths))) return found;
    }
  }
  return undefined;
}

function isFile(found: string): boolean {
  return existsSync(found) && statSync(found).isFile();
}

function isWithin(found: string, root: string, paths: path.PlatformPath): boolean {
  const relative = paths.relative(real(root), real(found));
  return relative !== ".." && !relative.startsWith(`..${paths.sep}`) && !paths.isAbsolute(relative);
}

function real(found: string): string {
  return existsSync(found) ? realpathSync(found) : found;
}
