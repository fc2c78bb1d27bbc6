/**
 * The server: Next, and the event streams of runs beside it (decisions 12 and 15). Arguments:
 * `--hostname`, `--port` and, to build as it goes, `--dev`. Ends on SIGINT and SIGTERM when what is under way is answered.
 */
import { createServer, type ServerResponse } from "node:http";
import { constants } from "node:os";
import { parseArgs } from "node:util";
import next from "next";
import { parseRunStream, runStreams } from "../../lib/contracts/run-stream.ts";
import { settings } from "../../lib/env/settings.ts";
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
  const failed = (error: unknown) => fail(response, error);
  const answered = stream ? stream(address, request, response) : answer(request, response);
  answered.catch(failed);
});
/** A Ctrl-C comes twice within moments: from the terminal, and from whoever started us. */
const SAME_SIGNAL_MS = 500;
let endingSince: number | undefined;
const listener = await listen(server, { hostname, port }).catch((error: Error) => {
  console.error(`The server cannot listen on ${hostname}, port ${port}: ${error.message}`);
  process.exit(1);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(signal));

/** Both answer their own errors; what fails all the same is not to leave anybody waiting. */
function fail(response: ServerResponse, error: unknown): void {
  console.error(error);
  if (!response.headersSent) response.statusCode = 500;
  response.end();
}

/** Ends when what is under way is answered; by force when that takes too long, or when asked again. */
async function end(signal: "SIGINT" | "SIGTERM"): Promise<void> {
  if (endingSince !== undefined) {
    if (performance.now() - endingSince > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  endingSince = performance.now();
  setTimeout(() => {
    console.error("The server did not end in time: something hangs. Leaving it.");
    process.exit(1);
  }, settings().SHUTDOWN_GRACE_MS).unref();
  await listener.close();
  await app.close();
  process.exit(128 + constants.signals[signal]);
}
