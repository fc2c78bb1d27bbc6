/**
 * The server. Arguments: `--hostname`, `--port`, and `--dev` for Next's development mode. With `HALFSILVER_WORKERS` it is
 * several processes on one port.
 */
import cluster from "node:cluster";
import { settings } from "../../lib/env/settings.ts";
import { keepWorkers } from "./keep-workers.ts";

const { HALFSILVER_WORKERS: workers } = settings();
if (workers > 1 && cluster.isPrimary) keepWorkers(workers);
else await import("./serve-app.ts");
