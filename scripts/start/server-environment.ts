/** The environment of the server, and a check of its settings before the start. */
import { join } from "node:path";
import { readModelsFile } from "../../lib/env/models-file.ts";
import { parseSettings } from "../../lib/env/settings.ts";
import { refuseUnfinishedRestore } from "../backup/unfinished-restore.ts";
import { keptAuthSecret } from "./kept-values.ts";
import { ownAddress, type StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

/**
 * @param modelUrl address of the demo model; null uses the model of the environment
 * @param instance names the only server of a data folder, so that a restart recognises its own runs; null for none
 * @throws StartProblem where a restore was not finished
 */
export function serverEnvironment(
  options: StartOptions,
  databaseUrl: string,
  modelUrl: string | null,
  instance: string | null = null,
): Record<string, string> {
  const anchorFile =
    process.env.HALFSILVER_ANCHOR_FILE || join(options.dataDir, "audit-anchors.txt");
  refuseUnfinishedRestore(anchorFile);
  return {
    DATABASE_URL: databaseUrl,
    BETTER_AUTH_SECRET: process.env.BETTER_AUTH_SECRET || keptAuthSecret(options.dataDir),
    BETTER_AUTH_URL: options.url,
    PORT: String(options.port),
    HALFSILVER_ORIGIN: process.env.HALFSILVER_ORIGIN || ownAddress(options),
    // In the demo database everybody may change the directory, after approval.
    DIRECTORY_BY_ROLE: process.env.DIRECTORY_BY_ROLE || (options.databaseUrl ? "1" : "0"),
    // Who starts the demo reads its terminal, and nobody else reaches it.
    LINKS_IN_TERMINAL: process.env.LINKS_IN_TERMINAL || (options.databaseUrl ? "0" : "1"),
    HALFSILVER_DIST_DIR: options.distDir,
    HALFSILVER_MODEL_KIND: options.model,
    HALFSILVER_INSTANCE: instance ?? "",
    HALFSILVER_ANCHOR_FILE: anchorFile,
    NEXT_TELEMETRY_DISABLED: "1",
    // Speeds up later starts.
    NODE_COMPILE_CACHE: join(options.root, options.distDir, "cache", "compiled"),
    ...(modelUrl
      ? { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: "demo", OPENAI_MODEL: "demo" }
      : {}),
  };
}

/**
 * Checks the settings before anything is started, with placeholders for addresses that are not known yet.
 * @returns the name of the model that answers, for the terminal
 * @throws StartProblem that names each wrong setting
 */
export function checkSettings(options: StartOptions): string {
  const databaseUrl = options.databaseUrl ?? "postgresql://127.0.0.1/halfsilver";
  const modelUrl = options.model === "demo" ? "http://127.0.0.1/v1" : null;
  try {
    const environment = { ...process.env, ...serverEnvironment(options, databaseUrl, modelUrl) };
    const { MODELS_FILE: path, OPENAI_MODEL: model } = parseSettings(environment);
    const file = path === undefined ? null : readModelsFile(path);
    if (options.model === "demo") return "Demo model";
    return file?.connections[file.default]?.model ?? model;
  } catch (error) {
    throw new StartProblem((error as Error).message);
  }
}
