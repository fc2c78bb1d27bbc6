/** Starts everything in order, starts again what ends, and stops everything in the opposite order. */
import { DEMO_ACCOUNTS } from "../accounts/demo-accounts.ts";
import { buildAll, generateSources } from "../build/build-app.ts";
import { type KeptService, keepRunning, type Service } from "../processes/keep-running.ts";
import type { Endable } from "./end-on-signals.ts";
import { holdDataDir } from "./hold-data-dir.ts";
import { keptInstance } from "./kept-values.ts";
import { embeddedDatabase, prepareDatabase } from "./prepare-database.ts";
import { checkSettings, serverEnvironment } from "./server-environment.ts";
import { demoModel } from "./start-model.ts";
import type { StartOptions } from "./start-options.ts";
import { assertPortFree, type Health, webServer } from "./start-server.ts";

export type Stack = Endable & {
  /**
   * Starts everything.
   * @returns what to tell the person once it is ready
   * @throws StartProblem when something does not come up; what has come up is started again from then on
   */
  start(): Promise<string>;
};

/** @param tell shows a line to the person who waits */
export function createStack(options: StartOptions, tell: (line: string) => void): Stack {
  const services: KeptService<unknown>[] = [];
  const say = (line: string) => tell(`${line} …`);
  let release = () => {};

  let isStopping = false;

  function keep<Up>(service: Service<Up>): Promise<Up> {
    if (isStopping) throw new Error(`${service.name} is not started: everything is being stopped.`);
    const kept = keepRunning(service, tell);
    services.push(kept);
    return kept.up;
  }

  async function openDatabase(): Promise<{ url: string; demoPassword: string | null }> {
    const url = options.databaseUrl ?? (await keep(embeddedDatabase(options, say)));
    return { url, demoPassword: await prepareDatabase(options, url, say) };
  }

  async function prepareApp(): Promise<void> {
    if (options.dev) await generateSources(options.root, say);
    else await buildAll(options.root, options.distDir, say);
  }

  async function start(): Promise<string> {
    checkSettings(options);
    release = await holdDataDir(options);
    await assertPortFree(options);
    const [database, modelUrl] = await Promise.all([
      openDatabase(),
      options.model === "openai" ? null : keep(demoModel(options)),
      prepareApp(),
    ]);
    say("Starting the server");
    const instance = process.env.HALFSILVER_INSTANCE || keptInstance(options.dataDir);
    const environment = serverEnvironment(options, database.url, modelUrl, instance);
    const health = await keep(webServer(options, environment));
    return describeReady(options, health, database.demoPassword);
  }

  async function stop(): Promise<string[]> {
    isStopping = true;
    const killed: string[] = [];
    for (const service of services.toReversed()) {
      if (!(await service.stop())) killed.push(service.name);
    }
    release();
    return killed;
  }

  return {
    start,
    stop,
    kill() {
      isStopping = true;
      for (const service of services) service.kill();
      release();
    },
  };
}

/**
 * Says where to go and as whom.
 * @param demoPassword null: there are no demo accounts
 */
function describeReady(options: StartOptions, health: Health, demoPassword: string | null): string {
  const demo = options.model === "demo";
  const accounts =
    demoPassword === null
      ? ["  Accounts   none yet? npm run create-admin"]
      : [
          `  Sign in    ${DEMO_ACCOUNTS.map(({ email }) => email).join("  ")}`,
          `  Password   ${demoPassword}`,
        ];
  return [
    "",
    `  Halfsilver is ready: ${options.url}`,
    ...accounts,
    `  Model      ${health.model.name}${demo ? " (no key needed; set OPENAI_API_KEY for a real one)" : ""}`,
    `  ${options.dev ? "Development server. " : ""}Ctrl-C stops it.`,
    "",
  ].join("\n");
}
