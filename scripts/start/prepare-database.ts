/** A migrated database, ours or the one that the environment names; with ours, the demo accounts. */
import { saveDemoAccounts } from "../accounts/demo-accounts.ts";
import { applyMigrations } from "../database/apply-migrations.ts";
import { startPostgres } from "../database/start-postgres.ts";
import type { KeptChild } from "../processes/keep-child.ts";
import { keptDemoPassword } from "./kept-secret.ts";
import type { StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

export type PreparedDatabase = { url: string; demoPassword: string | null };

/**
 * @param keep is told of a child as soon as it runs
 * @throws StartProblem when the database cannot be used
 */
export async function prepareDatabase(
  options: StartOptions,
  onProgress: (line: string) => void,
  keep: (child: KeptChild) => void,
): Promise<PreparedDatabase> {
  if (options.databaseUrl) {
    await migrate(options.databaseUrl, onProgress);
    return { url: options.databaseUrl, demoPassword: null };
  }
  const postgres = await startPostgres({ dataDir: options.dataDir, onProgress });
  keep(postgres.child);
  await migrate(postgres.url, onProgress);
  const demoPassword = options.demoPassword ?? keptDemoPassword(options.dataDir);
  await saveDemoAccounts(postgres.url, demoPassword);
  return { url: postgres.url, demoPassword };
}

async function migrate(url: string, onProgress: (line: string) => void): Promise<void> {
  const applied = await applyMigrations(url).catch((error: Error) => {
    throw new StartProblem(`The database cannot be used: ${error.message || error}`);
  });
  if (applied.length > 0) onProgress(`Applied migrations ${applied.join(", ")}`);
}
