/** Prepares the database, embedded or external: migrations, and demo accounts for the embedded one. */
import { saveDemoAccounts } from "../accounts/demo-accounts.ts";
import { applyMigrations } from "../database/apply-migrations.ts";
import { allowTraversal, postgresAccount } from "../database/postgres-account.ts";
import { startPostgres } from "../database/start-postgres.ts";
import type { Service } from "../processes/keep-running.ts";
import { keptDemoPassword, keptRowKey } from "./kept-values.ts";
import type { StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

type Place = Pick<StartOptions, "dataDir">;

/** The embedded PostgreSQL as a service. Its URL stays the same across restarts. */
export function embeddedDatabase(
  { dataDir }: Place,
  onProgress: (line: string) => void,
): Service<string> {
  let isKnown = false;
  return {
    name: "PostgreSQL",
    async start(own) {
      allowTraversal(postgresAccount(), dataDir);
      const { url } = await startPostgres({ dataDir, onProgress, onChild: own, keepPort: isKnown });
      isKnown = true;
      return url;
    },
  };
}

/**
 * Creates the demo accounts in the embedded database. The server can start before they exist.
 * @returns their password; null for an external database
 */
export async function prepareAccounts(options: StartOptions, url: string): Promise<string | null> {
  if (options.databaseUrl) return null;
  const demoPassword = options.demoPassword ?? keptDemoPassword(options.dataDir);
  await saveDemoAccounts(url, demoPassword, keptRowKey(options.dataDir));
  return demoPassword;
}

/**
 * @returns the names of the newly applied migrations
 * @throws StartProblem when the database cannot be used
 */
export async function migrateDatabase(url: string): Promise<string[]> {
  return applyMigrations(url).catch((error: Error) => {
    throw new StartProblem(`The database cannot be used: ${error.message || error}`);
  });
}
