/**
 * The server: Next behind our own listeners, and the event streams of runs beside it (decision 0012). Arguments:
 * `--hostname`, `--port` and, to build as it goes, `--dev`. Ends on SIGINT and SIGTERM when what is under way is answered.
 */
import { createServer } from "node:http";
import { constants } from "node:os";
import { parseArgs } from "node:util";
import next from "next";
import { parseRunStream, runStreams } from "../../lib/contracts/run-stream.ts";
import { listen } from "./listen.ts";

const { values } = parseArgs({
  options: {
    hostname: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "3000" },
    dev: { type: "boolean", default: false },
  },
});
const { hostname, dev } = values;
const port = Number(values.port);

const server = createServer();
const app = next({ dir: process.cwd(), dev, hostname, port, httpServer: server });
await app.prepare();
const answer = app.getRequestHandler();
server.on("request", (request, response) => {
  const address = parseRunStream(request.url ?? "");
  const stream = address && runStreams();
  if (stream) stream(address, request, response);
  else void answer(request, response);
});
const listeners = await listen(server, { hostname, port });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(signal));

async function end(signal: "SIGINT" | "SIGTERM"): Promise<void> {
  await listeners.close();
  await app.close();
  process.exit(128 + constants.signals[signal]);
}
