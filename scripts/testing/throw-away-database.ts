/** Starts a PostgreSQL for one test run, in a temporary folder, with a migrated template database. */
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyMigrations } from "../database/apply-migrations.ts";
import { removeDataDir } from "../database/postgres-place.ts";
import { startPostgres } from "../database/start-postgres.ts";

export type ThrowAwayDatabase = {
  /** The migrated template of every test database. Nothing may stay connected to it. */
  url: string;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
};

export async function startThrowAwayDatabase(): Promise<ThrowAwayDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "halfsilver-test-"));
  chmodSync(dataDir, 0o755);
  const postgres = await startPostgres({ dataDir, throwAway: true });
  await applyMigrations(postgres.url);
  return {
    url: postgres.url,
    async remove() {
      await postgres.stop();
      removeDataDir(dataDir);
    },
  };
}
