/**
 * One server process: Next and the event streams, behind the edge (decisions 12, 15 and 17). On SIGINT, SIGTERM and SIGHUP
 * it answers open requests and exits.
 */
import cluster from "node:cluster";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { constants } from "node:os";
import { parseArgs } from "node:util";
import next from "next";
import { parseStream } from "../../lib/contracts/public/run-stream.ts";
import { type ServerSettings, serverHooks } from "../../lib/contracts/server-hooks.ts";
import { guardServer } from "../../lib/edge/guard-server.ts";
import type { Incoming } from "../../lib/edge/incoming-list.ts";
import { SERVER_OPTIONS } from "../../lib/edge/limits.ts";
import { refuseRequest } from "../../lib/edge/refuse.ts";
import { parseNetworks } from "../../lib/edge/trusted-proxies.ts";
import { IDLE_CHECK_MS, SAME_SIGNAL_MS } from "../limits.ts";
import { ENDING_SIGNALS, type EndingSignal } from "../processes/ending-signals.ts";
import { readActionIds } from "./read-action-ids.ts";

const { values } = parseArgs({
  options: {
    hostname: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "3000" },
    dev: { type: "boolean", default: false },
    kept: { type: "boolean", default: false },
  },
});
const { hostname, dev } = values;
/** Then another process passes on the signals that this one may have had already, and kills it where its time is over. */
const isKept = values.kept || cluster.isWorker;
const port = Number(values.port);
const RETRY_SOON = { "retry-after": "1" };
const LOCAL_NAMES = ["localhost", "127.0.0.1"];

const server = createServer(SERVER_OPTIONS);
/** Next listens for upgrades on the server it is given. This one never listens, so only the edge passes upgrades on. */
const upgrades = createServer();
const app = next({ dir: process.cwd(), dev, hostname, port, httpServer: upgrades });
await app.prepare();
const settings = serverHooks()?.settings ?? (await readSettings());
const answerPage = app.getRequestHandler();

guardServer(
  server,
  {
    origins: ownOrigins(),
    isDevelopment: dev,
    actionIds: dev ? null : readActionIds(process.env.HALFSILVER_DIST_DIR ?? ".next"),
    trustedProxies: parseNetworks(settings.TRUSTED_PROXIES),
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
let endingSince: number | undefined;
for (const signal of ENDING_SIGNALS) process.on(signal, () => void end(signal));

/** Where the application did not start, wrong settings are why: then this names each, and ends the process. */
async function readSettings(): Promise<ServerSettings> {
  try {
    return (await import("../../lib/env/settings.ts")).settings();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { gets }: Incoming,
): Promise<void> {
  const hooks = serverHooks();
  if (gets === "page") response.once("close", () => hooks?.warmUp());
  const address = gets === "stream" ? parseStream(request.url ?? "") : null;
  if (!address) return answerPage(request, response);
  // Next knows no streams, and its "not found" would end what the browser waits for.
  if (!hooks) return refuseRequest(response, { code: "unavailable", headers: RETRY_SOON });
  await hooks.answerStream(address, request, response);
}

/** The origin in the settings; where that is this machine, both of its usual names. */
function ownOrigins(): string[] {
  const named = settings.BETTER_AUTH_URL;
  const isLocal = !named || LOCAL_NAMES.includes(new URL(named).hostname);
  const local = isLocal ? LOCAL_NAMES.map((name) => `http://${name}:${port}`) : [];
  return [...new Set([...(named ? [named] : []), ...local].map((url) => new URL(url).origin))];
}

/** Exits when open requests are answered and stored. A second signal of a person or the grace period forces the exit. */
async function end(signal: EndingSignal): Promise<void> {
  if (endingSince !== undefined) {
    const isSecond = !isKept && signal !== "SIGHUP";
    if (isSecond && performance.now() - endingSince > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  endingSince = performance.now();
  setTimeout(() => {
    console.error("The server did not end within SHUTDOWN_GRACE_MS. Exiting.");
    process.exit(1);
  }, settings.SHUTDOWN_GRACE_MS).unref();
  await endServer();
  process.exit(128 + constants.signals[signal]);
}

/** Resolves when the answers under way and open requests have ended. A balancer hears of it by `/api/ready` meanwhile. */
async function endServer(): Promise<void> {
  const hooks = serverHooks();
  await (hooks ? hooks.end(endRequests) : endRequests());
  await app.close();
}

/** Accepts no more connections. Streams are requests that end when their answers end. */
async function endRequests(): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Keep-alive connections that become idle later would otherwise keep the server open.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await closed;
  clearInterval(idle);
}
