/** `npm start` once packages are installed: starts the stack, keeps it running, and ends it. */
import { join } from "node:path";
import { DEMO_ACCOUNTS } from "../accounts/demo-accounts.ts";
import { buildAll, generateSources } from "../build/build-app.ts";
import { reportModels } from "../doctor/report-models.ts";
import { type KeptService, keepRunning, type Service } from "../processes/keep-running.ts";
import { keepFilesPrivate, makePrivate } from "../setup/private-files.ts";
import { printLine } from "../setup/report-progress.mjs";
import { type Endable, endOnSignals } from "./end-on-signals.ts";
import { keptInstance } from "./kept-values.ts";
import { lockDataDir } from "./lock-data-dir.ts";
import { embeddedDatabase, migrateDatabase, prepareAccounts } from "./prepare-database.ts";
import { checkSettings, serverEnvironment } from "./server-environment.ts";
import { demoModel } from "./start-model.ts";
import { readStartOptions, type StartOptions } from "./start-options.ts";
import { reportProblem } from "./start-problem.ts";
import { assertPortFree, webServer } from "./start-server.ts";

async function main(): Promise<void> {
  keepFilesPrivate();
  const options = readStartOptions(process.argv.slice(2), process.env);
  const stack = createStack(options, (line) => printLine(line));
  const ending = endOnSignals(stack, options.shutdownGraceMs);
  try {
    console.log(await stack.start());
  } catch (error) {
    // Errors during the shutdown are caused by it.
    if (ending.aborted) return;
    reportProblem(error);
    await stack.stop();
    process.exit(1);
  }
}

main().catch((error: unknown) => {
  reportProblem(error);
  process.exit(1);
});

type Stack = Endable & {
  /**
   * Starts everything.
   * @returns the text to print when it is ready
   * @throws StartProblem when something does not start; services that have started run until `stop`
   */
  start(): Promise<string>;
};

/**
 * Starts database, model, build and server, restarts what ends, and stops in reverse order.
 * @param printLine prints one line on the terminal
 */
function createStack(options: StartOptions, printLine: (line: string) => void): Stack {
  const services: KeptService<unknown>[] = [];
  const onProgress = (line: string) => printLine(`${line} …`);
  let release = () => {};

  let isStopping = false;

  function keep<Up>(service: Service<Up>): Promise<Up> {
    if (isStopping) throw new Error(`${service.name} is not started during the shutdown.`);
    const kept = keepRunning(service, printLine);
    services.push(kept);
    return kept.up;
  }

  async function openDatabase(): Promise<string> {
    const url = options.databaseUrl ?? (await keep(embeddedDatabase(options, onProgress)));
    const applied = await migrateDatabase(url);
    if (applied.length > 0) onProgress(`Applied migrations ${applied.join(", ")}`);
    return url;
  }

  async function prepareApp(): Promise<void> {
    if (options.dev) await generateSources(options.root, onProgress);
    else await buildAll(options.root, options.distDir, onProgress);
    makePrivate(join(options.root, options.distDir));
  }

  async function start(): Promise<string> {
    const model = checkSettings(options);
    release = await lockDataDir(options);
    await assertPortFree(options);
    const [databaseUrl, modelUrl] = await Promise.all([
      openDatabase(),
      options.model === "openai" ? null : keep(demoModel(options)),
      prepareApp(),
    ]);
    onProgress("Starting the server");
    const instance = process.env.HALFSILVER_INSTANCE || keptInstance(options.dataDir);
    const environment = serverEnvironment(options, databaseUrl, modelUrl, instance);
    const report = options.model === "demo" ? Promise.resolve([]) : reportModels(options.root);
    const [demoPassword] = await Promise.all([
      prepareAccounts(options, databaseUrl),
      keep(webServer(options, environment)),
    ]);
    void report.then((lines) => {
      for (const line of lines) printLine(line);
    });
    return describeReady(options, model, demoPassword);
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
 * The text with address, accounts and model.
 * @param demoPassword null without demo accounts
 */
function describeReady(options: StartOptions, model: string, demoPassword: string | null): string {
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
    `  Model      ${model}${demo ? " (no key needed; set OPENAI_API_KEY for a real one)" : ""}`,
    `  ${options.dev ? "Development server. " : ""}Ctrl-C stops it.`,
    "",
  ].join("\n");
}
