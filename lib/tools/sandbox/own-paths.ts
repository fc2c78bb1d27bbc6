import "server-only";
/** Real paths of files that run in processes of their own, so that no bundler may follow, move or rewrite them. */
import { realpathSync } from "node:fs";
import { join } from "node:path";

/** Links are resolved: the permission model compares real paths. */
export function toolsPath(...parts: readonly string[]): string {
  return join(root(), "lib", "tools", ...parts);
}

/** Under node_modules, which may be a link itself. */
export function packagesPath(...parts: readonly string[]): string {
  return join(realpathSync(join(root(), "node_modules")), ...parts);
}

/** The server is started in the folder that it was installed in. */
function root(): string {
  return realpathSync(/* turbopackIgnore: true */ process.cwd());
}
