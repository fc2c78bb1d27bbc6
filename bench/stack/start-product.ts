/** Starts the product's server as `npm start` does, and signs people in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "../../scripts/processes/find-free-port.ts";
import { serverEnvironment } from "../../scripts/start/server-environment.ts";
import { startServer } from "../../scripts/start/start-server.ts";
import { signIn } from "../load/sign-in.ts";
import type { Target } from "../load/target.ts";
import { findActionId } from "./find-action-id.ts";
import type { Base } from "./start-base.ts";
import { untilAnswers } from "./until-answers.ts";

export type Product = {
  origin: string;
  pid: number;
  target: Target;
  /** From the start of the process to the first answer with status 200. */
  readyMs: number;
  signInAll(): Promise<string[]>;
  stop(): Promise<void>;
};

/** A few accounts play many people, so that the limits per person must not apply. */
const UNLIMITED = {
  MAX_RUNS_AT_ONCE: "10000",
  MAX_STREAMS: "10000",
  MAX_SENDS_PER_MINUTE: "10000",
};

/**
 * @param through addresses of proxies in front of the database and the model
 * @param settings beside those of `npm start`
 */
export async function startProduct(
  base: Base,
  through: { databaseUrl?: string; modelUrl?: string } = {},
  settings: Record<string, string> = UNLIMITED,
): Promise<Product> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const options = { ...base.options, port, url: origin };
  const databaseUrl = through.databaseUrl ?? base.databaseUrl;
  const environment = serverEnvironment(options, databaseUrl, through.modelUrl ?? base.modelUrl);
  const startedAt = performance.now();
  const child = startServer(options, {
    ...environment,
    LOG_LEVEL: "warn",
    NODE_OPTIONS: "",
    ...settings,
  });
  await untilAnswers(`${origin}/api/health`, child);
  const readyMs = performance.now() - startedAt;
  const pid = Number(readFileSync(join(options.dataDir, "pids", "server"), "utf8"));
  return {
    origin,
    pid,
    target: {
      kind: "halfsilver",
      origin,
      actionId: findActionId(join(options.root, options.distDir), "sendMessage"),
    },
    readyMs,
    signInAll: async () => {
      const cookies: string[] = [];
      for (const { email, password } of base.accounts) {
        cookies.push(await signIn(origin, email, password));
      }
      return cookies;
    },
    stop: child.stop,
  };
}
