/** Starts the controls in front of the same model: a bare node:http proxy, and a bare Next with a route and actions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { hashSources, makeWhenStale } from "../../scripts/build/make-when-stale.ts";
import { runTool } from "../../scripts/build/run-tool.ts";
import { findFreePort } from "../../scripts/processes/find-free-port.ts";
import { keepChild } from "../../scripts/processes/keep-child.ts";
import { NODE, ROOT } from "../../scripts/setup/paths.ts";
import { pidFolder } from "../../scripts/start/lock-data-dir.ts";
import type { Target } from "../load/target.ts";
import { findActionId } from "./find-action-id.ts";
import type { Base } from "./start-base.ts";
import { untilAnswers } from "./until-answers.ts";

export type Control = {
  origin: string;
  pid: number;
  target: Target;
  readyMs: number;
  stop(): Promise<void>;
};

const RELAY = "bench/controls/next-relay";
const NEXT = "node_modules/next/dist/bin/next";

/** Builds with webpack, because Turbopack picks up the product's instrumentation.ts from the folder above. */
export async function buildRelay(onProgress: (line: string) => void): Promise<void> {
  const sources = [
    `${RELAY}/app`,
    `${RELAY}/pages`,
    `${RELAY}/ask-model.js`,
    `${RELAY}/database.js`,
    `${RELAY}/next.config.mjs`,
    "node_modules/next/package.json",
  ];
  const stamp = join(ROOT, RELAY, ".next", "bench.stamp");
  await makeWhenStale(stamp, hashSources(ROOT, sources, /^$/), async () => {
    onProgress("Building the bare Next control");
    await runTool("next build", NEXT, ["build", RELAY, "--webpack"], {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
    });
  });
}

export async function startRelay(base: Base): Promise<Control> {
  const port = await findFreePort();
  const command = [NEXT, "start", RELAY, "--hostname", "127.0.0.1", "--port", String(port)];
  return start(base, "relay", command, port, "/relay");
}

/** The bare Next, called as the product is: a server action starts the turn, a second request streams it. */
export function bareActionOf(relay: Control): Target {
  const actionId = findActionId(join(ROOT, RELAY, ".next"), "beginTurn");
  return { kind: "action", origin: relay.origin, page: "turn", actionId };
}

/** The same with a session lookup and two durable commits; creates their tables. */
export async function keptActionOf(relay: Control, databaseUrl: string): Promise<Target> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    CREATE TABLE IF NOT EXISTS bench_message (id text PRIMARY KEY, person text, content text);
    CREATE TABLE IF NOT EXISTS bench_run (id text PRIMARY KEY, person text, status text, started_at timestamptz);
    CREATE TABLE IF NOT EXISTS bench_event (run_id text, seq int, payload jsonb, PRIMARY KEY (run_id, seq))`);
  await client.end();
  const actionId = findActionId(join(ROOT, RELAY, ".next"), "beginKeptTurn");
  return { kind: "action", origin: relay.origin, page: "kept", actionId };
}

export async function startProxy(base: Base): Promise<Control> {
  const port = await findFreePort();
  return start(base, "proxy", ["bench/controls/bare-proxy.mjs"], port, "/");
}

async function start(
  base: Base,
  name: string,
  args: readonly string[],
  port: number,
  path: string,
): Promise<Control> {
  const pidFile = join(pidFolder(base.options.dataDir), `control-${name}`);
  const startedAt = performance.now();
  const child = keepChild({
    name: `The ${name}`,
    command: NODE,
    args,
    cwd: ROOT,
    env: {
      PORT: String(port),
      MODEL_URL: base.modelUrl,
      DATABASE_URL: base.databaseUrl,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
    },
    pidFile,
    graceSeconds: 3,
  });
  const origin = `http://127.0.0.1:${port}`;
  const url = `${origin}${path}`;
  await untilAnswers(url, child);
  const readyMs = performance.now() - startedAt;
  const pid = Number(readFileSync(pidFile, "utf8"));
  return { origin, pid, target: { kind: "relay", url }, readyMs, stop: child.stop };
}
