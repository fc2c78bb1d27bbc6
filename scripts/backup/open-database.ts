/** The database of a backup: the one at DATABASE_URL, or the embedded one, which is started where it is not running. */
import { join } from "node:path";
import pg from "pg";
import { APPLICATION_NAME } from "../../lib/db/client.ts";
import { keptDatabase } from "../audit/kept-settings.ts";
import { keptAuthSecret, makeDataDir } from "../start/kept-values.ts";
import { lockDataDir } from "../start/lock-data-dir.ts";
import { embeddedDatabase, migrateDatabase } from "../start/prepare-database.ts";
import { readStartOptions } from "../start/start-options.ts";
import { StartProblem } from "../start/start-problem.ts";

export type OpenDatabase = { client: pg.Client; close(): Promise<void> };

/** Fills the settings that lib reads. */
function fillSettings(databaseUrl: string, dataDir: string): void {
  process.env.DATABASE_URL = databaseUrl;
  process.env.BETTER_AUTH_SECRET ||= keptAuthSecret(dataDir);
  if (process.env.HALFSILVER_ANCHOR_FILE) return;
  makeDataDir(dataDir);
  process.env.HALFSILVER_ANCHOR_FILE = join(dataDir, "audit-anchors.txt");
}

/**
 * @param isAlone true: refused where a server is running, and migrated first
 * @throws StartProblem
 */
export async function openDatabase(isAlone: boolean): Promise<OpenDatabase> {
  const options = readStartOptions([], process.env);
  const { dataDir } = options;
  const closers: (() => unknown)[] = [];
  let url = options.databaseUrl;
  if (url === null) {
    try {
      closers.push(await lockDataDir(options));
      url = await embeddedDatabase(options, () => {}).start((child) => closers.unshift(child.stop));
    } catch (error) {
      if (isAlone || !(error instanceof StartProblem)) throw error;
      url = keptDatabase(dataDir);
    }
  }
  if (isAlone) await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url, application_name: "halfsilver-backup" });
  await client.connect();
  fillSettings(url, dataDir);
  const database = {
    client,
    async close() {
      await client.end();
      for (const close of closers) await close();
    },
  };
  if (isAlone) await refuseWhileServed(database);
  return database;
}

async function refuseWhileServed({ client, close }: OpenDatabase): Promise<void> {
  const { rows } = await client.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
    [APPLICATION_NAME],
  );
  if (rows.length === 0) return;
  await close();
  throw new StartProblem(
    "A server uses this database. Stop it first, so that nobody reads what was erased.",
  );
}
