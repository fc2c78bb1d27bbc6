/** The Next.js server as a child, and the wait until it answers. */
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
