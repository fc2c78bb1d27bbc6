/** Starts the server as a child process and waits until it answers. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HEALTH_TIMEOUT_MS, SERVER_READY_LOOK_MS, SERVER_READY_TIMEOUT_MS } from "../limits.ts";
import { isPortFree } from "../processes/find-free-port.ts";
import { type KeptChild, keepChild } from "../processes/keep-child.ts";
import { describeExit, type Service } from "../processes/keep-running.ts";
import { NODE } from "../setup/paths.ts";
import { pidFolder } from "./lock-data-dir.ts";
import { ownAddress, type StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

const NAME = "The server";
/** The server's share of the grace period; the rest is for the database. */
const GRACE_SHARE = 2 / 3;

/**
 * The server as a service. The first start waits until /api/health is 200. A restart waits for any answer, because the
 * database may be restarting too.
 */
export function webServer(
  options: StartOptions,
  environment: Record<string, string>,
): Service<void> {
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
      await untilHealthy(options, server);
      isKnown = true;
      showOutput(server);
    },
  };
}

/** @throws StartProblem when the port is in use */
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

/** @param keepsPid writes the process id to the data folder, which must be locked */
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
      ...["--kept", "--hostname", options.host, "--port", String(options.port)],
    ],
    cwd: options.root,
    env: { ...env, NODE_ENV: options.dev ? "development" : "production" },
    pidFile: keepsPid ? join(pidFolder(options.dataDir), "server") : undefined,
    graceSeconds: Math.ceil((options.shutdownGraceMs * GRACE_SHARE) / 1000),
  });
}

/** Polls /api/health until it answers 200. */
function untilHealthy(options: StartOptions, server: KeptChild): Promise<void> {
  return untilStatus(options, server, (status) => status === 200);
}

/** Polls /api/health until it answers with any status. */
export function untilAnswers(options: StartOptions, server: KeptChild): Promise<void> {
  return untilStatus(options, server, () => true);
}

/** @throws StartProblem when the server ends, or is not ready in time and was stopped */
async function untilStatus(
  options: StartOptions,
  server: KeptChild,
  isReady: (status: number) => boolean,
): Promise<void> {
  const given = AbortSignal.timeout(SERVER_READY_TIMEOUT_MS);
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
      const signal = AbortSignal.any([given, AbortSignal.timeout(HEALTH_TIMEOUT_MS)]);
      const response = await fetch(`${ownAddress(options)}/api/health`, { signal });
      const text = await response.text();
      if (isReady(response.status)) return;
      last = `${response.status} ${text.slice(0, 300)}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await delay(SERVER_READY_LOOK_MS);
  }
  await server.stop();
  throw new StartProblem(
    `${NAME} was not ready in ${SERVER_READY_TIMEOUT_MS / 1000} s (/api/health: ${last}).\n${server.lastOutput()}`,
  );
}
