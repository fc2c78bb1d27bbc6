/** Starts everything in order, and stops everything in the opposite one. */
import type { KeptChild } from "../processes/keep-child.ts";
import { compileMessages } from "../setup/compile-messages.ts";
import { buildApp } from "./build-app.ts";
import { describeReady } from "./describe-ready.ts";
import { generateClient } from "./generate-client.ts";
import { holdDataDir } from "./hold-data-dir.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { checkSettings, serverEnvironment } from "./server-environment.ts";
import { startModel } from "./start-model.ts";
import type { StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";
import { assertPortFree, startServer, untilHealthy } from "./start-server.ts";

export type Stack = {
  /** Starts everything; settles when it is ready, and rejects when a child ends meanwhile. */
  start(): Promise<string>;
  /** Rejects with a StartProblem when a child ends. Never resolves. */
  watch(): Promise<never>;
  /** Ends every child and lets go of the data folder. Safe to call twice. */
  stop(): Promise<void>;
};

/** @param say shows progress to the person who waits */
export function createStack(options: StartOptions, say: (line: string) => void): Stack {
  const children: KeptChild[] = [];
  let release = () => {};
  let stopping: Promise<void> | undefined;
  let reportDeath: (problem: StartProblem) => void = () => undefined;
  const death = new Promise<never>((_resolve, reject) => {
    reportDeath = reject;
  });
  death.catch(() => undefined);

  function keep(child: KeptChild): void {
    children.push(child);
    void child.exited.then((code) => {
      if (stopping) return;
      reportDeath(
        new StartProblem(
          `${child.name} ended (exit ${code}). Its last lines:\n${child.lastOutput()}`,
        ),
      );
    });
  }

  async function prepareModel(): Promise<string | null> {
    if (options.model === "openai") return null;
    const { child, baseUrl } = await startModel(options);
    keep(child);
    return baseUrl;
  }

  async function prepareApp(): Promise<void> {
    await generateClient(options.root, say);
    await compileMessages(options.root, say);
    if (!options.dev) await buildApp(options.root, options.distDir, say);
  }

  async function start(): Promise<string> {
    checkSettings(options);
    release = await holdDataDir(options);
    await assertPortFree(options);
    const [database, modelUrl] = await Promise.all([
      prepareDatabase(options, say, keep),
      prepareModel(),
      prepareApp(),
    ]);
    say("Starting the server");
    const server = startServer(options, serverEnvironment(options, database.url, modelUrl));
    keep(server);
    const health = await untilHealthy(options, server);
    server.stdout?.on("data", (chunk) => process.stdout.write(chunk));
    server.stderr?.on("data", (chunk) => process.stderr.write(chunk));
    return describeReady(options, health, database.demoPassword);
  }

  async function stopAll(): Promise<void> {
    for (const child of children.reverse()) await child.stop();
    release();
  }

  return {
    start: () => Promise.race([start(), death]),
    watch: () => death,
    stop: () => {
      stopping ??= stopAll();
      return stopping;
    },
  };
}
