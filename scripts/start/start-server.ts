/** The Next.js server as a child, and the wait until it answers. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isPortFree } from "../processes/find-free-port.ts";
import { type KeptChild, keepChild } from "../processes/keep-child.ts";
import { describeExit, type Service } from "../processes/keep-running.ts";
import { NODE } from "../setup/paths.ts";
import { pidFolder } from "./hold-data-dir.ts";
import type { StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

const NAME = "The server";
const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 50;
const ANSWER_TIMEOUT_MS = 60_000;
/** The server's part of the time to end; the rest is the database's. */
const GRACE_SHARE = 2 / 3;

export type Health = { status: string; model: { kind: string; name: string } };

/** The server as a service. The first start waits until it is well, later ones until it answers: it can wait for its database. */
export function webServer(
  options: StartOptions,
  environment: Record<string, string>,
): Service<Health> {
  let isKnown = false;
  return {
    name: NAME,
    async start(own) {
      const server = startServer(options, environment);
      own(server);
      if (isKnown) {
        showOutput(server);
        return untilAnswers(options, server);
      }
      const health = await untilHealthy(options, server);
      isKnown = true;
      showOutput(server);
      return health;
    },
  };
}

/** @throws StartProblem when somebody else listens there */
export async function assertPortFree(options: StartOptions): Promise<void> {
  if (await isPortFree(options.port, options.host)) return;
  throw new StartProblem(
    `Port ${options.port} is taken by another program. Set PORT to a free one, e.g. PORT=${options.port + 1} npm start`,
  );
}

export function showOutput(server: KeptChild): void {
  server.stdout?.on("data", (chunk) => process.stdout.write(chunk));
  server.stderr?.on("data", (chunk) => process.stderr.write(chunk));
}

/** @param keepsPid leaves its process id in the data folder, which is held then */
export function startServer(
  options: StartOptions,
  env: Record<string, string>,
  keepsPid = true,
): KeptChild {
  return keepChild({
    name: NAME,
    command: NODE,
    args: [
      join(options.root, "scripts/server/main.ts"),
      ...(options.dev ? ["--dev"] : []),
      ...["--hostname", options.host, "--port", String(options.port)],
    ],
    cwd: options.root,
    env: { ...env, NODE_ENV: options.dev ? "development" : "production" },
    pidFile: keepsPid ? join(pidFolder(options.dataDir), "server") : undefined,
    graceSeconds: Math.ceil((options.shutdownGraceMs * GRACE_SHARE) / 1000),
  });
}

/** Asks for its health until it is well. */
function untilHealthy(options: StartOptions, server: KeptChild): Promise<Health> {
  return untilStatus(options, server, (status) => status === 200);
}

/** Asks for its health until it says anything. */
export function untilAnswers(options: StartOptions, server: KeptChild): Promise<Health> {
  return untilStatus(options, server, () => true);
}

/** @throws StartProblem when the server ends, or takes too long, which ends it */
async function untilStatus(
  options: StartOptions,
  server: KeptChild,
  isReady: (status: number) => boolean,
): Promise<Health> {
  const host = options.host === "0.0.0.0" ? "127.0.0.1" : options.host;
  const given = AbortSignal.timeout(READY_TIMEOUT_MS);
  let exit: number | undefined;
  void server.exited.then((code) => {
    exit = code;
  });
  let last = "no answer";
  while (!given.aborted) {
    if (exit !== undefined) {
      const lines = server.lastOutput();
      throw new StartProblem(`${NAME} did not start (${describeExit(exit)}).\n${lines}`);
    }
    try {
      const signal = AbortSignal.any([given, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
      const response = await fetch(`http://${host}:${options.port}/api/health`, { signal });
      const text = await response.text();
      if (isReady(response.status)) return JSON.parse(text) as Health;
      last = `${response.status} ${text.slice(0, 300)}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await delay(POLL_MS);
  }
  await server.stop();
  throw new StartProblem(
    `${NAME} was not ready in ${READY_TIMEOUT_MS / 1000} s (/api/health: ${last}).\n${server.lastOutput()}`,
  );
}
