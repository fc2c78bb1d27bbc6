/** `npm run serve`: runs the server alone, on an existing database and build. It does not restart the server. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { reportModels } from "../doctor/report-models.ts";
import { keepFilesPrivate, makePrivate } from "../setup/private-files.ts";
import { endOnSignals } from "./end-on-signals.ts";
import { makeDataDir } from "./kept-values.ts";
import { checkSettings, serverEnvironment } from "./server-environment.ts";
import { hasOwnModel, readStartOptions, type StartOptions } from "./start-options.ts";
import { reportProblem, StartProblem } from "./start-problem.ts";
import { assertPortFree, showOutput, startServer, untilAnswers } from "./start-server.ts";

async function main(): Promise<void> {
  keepFilesPrivate();
  const [unknown] = process.argv.slice(2);
  if (unknown) throw new StartProblem(`Unknown argument ${unknown}. npm run serve takes none.`);
  const missing = findMissing(process.env);
  if (missing.length > 0) {
    throw new StartProblem(
      `npm run serve needs:\n${missing.map((line) => `  ${line}`).join("\n")}`,
    );
  }
  const options = { ...readStartOptions([], process.env), model: "openai" as const };
  checkSettings(options);
  if (!hasOwnModel(process.env)) {
    console.error(
      "No model is set (OPENAI_API_KEY, OPENAI_BASE_URL or MODELS_FILE): answers will fail.",
    );
  }
  // The anchor file is there, unless it has a place of its own.
  if (!process.env.HALFSILVER_ANCHOR_FILE) makeDataDir(options.dataDir);
  makePrivate(join(options.root, options.distDir));
  await assertPortFree(options);
  await serve(options, options.databaseUrl ?? "");
}

/** Runs the server, and exits with its exit code when it ends without a shutdown. */
async function serve(options: StartOptions, databaseUrl: string): Promise<void> {
  const instance = process.env.HALFSILVER_INSTANCE || null;
  const environment = serverEnvironment(options, databaseUrl, null, instance);
  const server = startServer(options, environment, false);
  showOutput(server);
  const ending = endOnSignals(
    {
      async stop() {
        await server.stop();
        return (await server.exited) === 137 ? [server.name] : [];
      },
      kill: () => server.kill(),
    },
    options.shutdownGraceMs,
  );
  const report = reportModels(options.root);
  await untilAnswers(options, server);
  console.log(`Halfsilver answers at ${options.url}`);
  void report.then((lines) => {
    for (const line of lines) console.error(line);
  });
  const code = await server.exited;
  if (!ending.aborted) process.exit(code);
}

/** One line for each missing requirement. */
function findMissing(environment: NodeJS.ProcessEnv): string[] {
  const { root, distDir } = readStartOptions([], {
    HALFSILVER_DIST_DIR: environment.HALFSILVER_DIST_DIR,
  });
  const missing: string[] = [];
  if (!environment.DATABASE_URL)
    missing.push("DATABASE_URL: your PostgreSQL, migrated (npm run migrate)");
  if (!environment.BETTER_AUTH_SECRET)
    missing.push("BETTER_AUTH_SECRET: 32 random characters or more (openssl rand -hex 32)");
  if (!existsSync(join(root, distDir, "BUILD_ID"))) missing.push("a build (npm run build)");
  return missing;
}

main().catch((error: unknown) => {
  reportProblem(error);
  process.exit(1);
});
