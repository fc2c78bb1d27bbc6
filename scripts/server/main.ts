/**
 * The server: Next, and the event streams of runs beside it, behind the edge (decisions 12, 15 and 17). Arguments:
 * `--hostname`, `--port` and, to build as it goes, `--dev`. Ends on SIGINT and SIGTERM when what is under way is answered.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { constants } from "node:os";
import { parseArgs } from "node:util";
import next from "next";
import { parseRunStream, runStreams } from "../../lib/contracts/public/run-stream.ts";
import { guardServer } from "../../lib/edge/guard-server.ts";
import type { Incoming } from "../../lib/edge/incoming-list.ts";
import { SERVER_OPTIONS } from "../../lib/edge/limits.ts";
import { parseNetworks } from "../../lib/edge/trusted-proxies.ts";
import { settings } from "../../lib/env/settings.ts";
import { readActionIds } from "./read-action-ids.ts";

const { values } = parseArgs({
  options: {
    hostname: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "3000" },
    dev: { type: "boolean", default: false },
  },
});
const { hostname, dev } = values;
const port = Number(values.port);
const IDLE_LOOK_MS = 50;

const server = createServer(SERVER_OPTIONS);
/** Next takes upgrades from the server that it is given. This one never listens: upgrades are for the edge to decide. */
const upgrades = createServer();
const app = next({ dir: process.cwd(), dev, hostname, port, httpServer: upgrades });
await app.prepare();
const answerPage = app.getRequestHandler();

guardServer(
  server,
  {
    origins: ownOrigins(),
    isDevelopment: dev,
    actionIds: dev ? null : readActionIds(process.env.HALFSILVER_DIST_DIR ?? ".next"),
    trustedProxies: parseNetworks(settings().TRUSTED_PROXIES),
  },
  {
    answer,
    ...(dev && {
      upgrade: async (request, socket, head) => {
        upgrades.emit("upgrade", request, socket, head);
      },
    }),
  },
);

server.once("error", (error) => {
  console.error(`The server cannot listen on ${hostname}, port ${port}: ${error.message}`);
  process.exit(1);
});
server.listen({ host: hostname, port });
/** A Ctrl-C comes twice within moments: from the terminal, and from the parent process. */
const SAME_SIGNAL_MS = 500;
let endingSince: number | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(signal));

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { gets }: Incoming,
): Promise<void> {
  const address = gets === "stream" ? parseRunStream(request.url ?? "") : null;
  const stream = address && runStreams();
  await (stream ? stream(address, request, response) : answerPage(request, response));
}

/** What people type; on an address of this machine also its two usual names. */
function ownOrigins(): string[] {
  const named = settings().BETTER_AUTH_URL;
  const isLocal = ["127.0.0.1", "localhost"].includes(hostname);
  const local = isLocal || !named ? ["localhost", "127.0.0.1"] : [];
  return [
    ...(named ? [new URL(named).origin] : []),
    ...local.map((name) => new URL(`http://${name}:${port}`).origin),
  ];
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
  await endServer();
  process.exit(128 + constants.signals[signal]);
}

/** Takes no more connections, and resolves when the requests under way are answered. */
async function endServer(): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose last answer ends only now would be kept for a request that nobody takes.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
  await closed;
  clearInterval(idle);
  await app.close();
}
