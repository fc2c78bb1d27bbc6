/** The Next.js server as a child, and the wait until it answers. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isPortFree } from "../processes/find-free-port.ts";
import { type KeptChild, keepChild } from "../processes/keep-child.ts";
import { NODE } from "../setup/paths.ts";
import { pidFolder } from "./hold-data-dir.ts";
import type { StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 50;

/**
 * A collection of young objects stops every stream, and takes as long as there is to copy: 8 MB are over in 3 to 5 ms
 * where 32 take 12 and more. Room that grows from 1 MB is collected twenty times on the way. Pages that nothing was ever
 * written to cost nothing, so an idle server is as small as before. And what was compiled for one peak is there for the
 * next: a collection while nobody is there would take compiled code along, whatever it was made for being gone.
 */
const MEMORY = [
  ...["--min-semi-space-size=8", "--max-semi-space-size=8"],
  ...["--no-flush-bytecode", "--no-memory-reducer"],
];

/**
 * Whatever is called 400 times is compiled by the quick compiler (Maglev). What the slow one makes of it is a little better, costs
 * ten times as much, and is lost with the next shape that it had not foreseen: it is for what is called very often.
 */
const COMPILING = "--invocation-count-for-turbofan=20000";

/** Node's own number of helpers is four: where there are fewer processors, a collection waits for those that have none. */
const HELPERS = `--v8-pool-size=${Math.min(4, availableParallelism())}`;

export type Health = { status: string; model: { kind: string; name: string } };

/** @throws StartProblem when somebody else listens there */
export async function assertPortFree(options: StartOptions): Promise<void> {
  if (await isPortFree(options.port, options.host)) return;
  throw new StartProblem(
    `Port ${options.port} is taken by another program. Set PORT to a free one, e.g. PORT=${options.port + 1} npm start`,
  );
}

export function startServer(options: StartOptions, env: Record<string, string>): KeptChild {
  return keepChild({
    name: "The server",
    command: NODE,
    args: [
      ...MEMORY,
      COMPILING,
      HELPERS,
      join(options.root, "scripts/server/main.ts"),
      ...(options.dev ? ["--dev"] : []),
      ...["--hostname", options.host, "--port", String(options.port)],
    ],
    cwd: options.root,
    env: { ...env, NODE_ENV: options.dev ? "development" : "production" },
    pidFile: join(pidFolder(options.dataDir), "server"),
    graceSeconds: 10,
  });
}

/** Asks for its health until it is well. */
export async function untilHealthy(options: StartOptions, server: KeptChild): Promise<Health> {
  const host = options.host === "0.0.0.0" ? "127.0.0.1" : options.host;
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let last = "no answer";
  while (Date.now() < deadline) {
    try {
      const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
      const response = await fetch(`http://${host}:${options.port}/api/health`, { signal });
      if (response.status === 200) return (await response.json()) as Health;
      last = `${response.status} ${(await response.text()).slice(0, 300)}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await delay(POLL_MS);
  }
  throw new StartProblem(
    `The server was not ready in ${READY_TIMEOUT_MS / 1000} s (/api/health: ${last}).\n${server.lastOutput()}`,
  );
}
