/**
 * The server. Arguments: `--hostname`, `--port`, `--dev` for Next's development mode, and `--kept` where another process
 * ends it. With `HALFSILVER_WORKERS` it is several processes on one port.
 */
import cluster from "node:cluster";
import { keepFilesPrivate } from "../setup/private-files.ts";

// What the server writes to the build and the data folder is its owner's alone.
keepFilesPrivate();

// Loaded where it is needed: one process alone has no use for the other's code.
const workers = cluster.isPrimary ? await readWorkers() : 1;
if (workers > 1)
  (await import("./keep-workers.ts")).keepWorkers(workers, process.argv.includes("--kept"));
else await import("./serve-app.ts");

async function readWorkers(): Promise<number> {
  if (!process.env.HALFSILVER_WORKERS) return 1;
  const { settings } = await import("../../lib/env/settings.ts");
  return settings().HALFSILVER_WORKERS;
}
