/**
 * The server. Arguments: `--hostname`, `--port`, and `--dev` for Next's development mode. With `HALFSILVER_WORKERS` it is
 * several processes on one port.
 */
import cluster from "node:cluster";
import { settings } from "../../lib/env/settings.ts";

const { HALFSILVER_WORKERS: workers } = settings();
// Loaded where it is needed: one process alone has no use for the other's code.
if (workers > 1 && cluster.isPrimary) (await import("./keep-workers.ts")).keepWorkers(workers);
else await import("./serve-app.ts");
