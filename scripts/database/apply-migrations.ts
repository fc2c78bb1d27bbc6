/** Applies pending migrations and records them as the Prisma CLI does. */
import pg from "pg";
import { type Migration, readMigrations, readSchema } from "./read-migrations.ts";

/**
 * @returns the names of the newly applied migrations
 * @throws Error when one fails, and when the database has the tables of an older Halfsilver
 */
export async function applyMigrations(url: string): Promise<string[]> {
  const migrations = readMigrations();
  const applied = await readApplied(url);
  const newer = findNewer(migrations, applied);
  if (newer.length > 0) throw new Error(describeNewerDatabase(newer));
  const foreign = findForeign(migrations, applied);
  if (foreign.length > 0) throw new Error(describeOlderDatabase(foreign));
  if (migrations.every(({ name }) => applied.has(name))) return [];
  const { runMigrations } = await import("./schema-engine.ts");
  try {
    return await runMigrations(url, readSchema(), migrations);
  } catch (error) {
    throw new Error(`The database could not be migrated.\n${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Checksums of finished migrations by name. Reading them is much faster than starting the engine.
 * @throws Error when tables of Halfsilver exist without recorded migrations
 */
async function readApplied(url: string): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables
       WHERE schemaname = 'public' AND tablename IN ('_prisma_migrations', 'conversation', 'message', 'run')`,
    );
    if (!tables.some(({ name }) => name === "_prisma_migrations")) {
      if (tables.length > 0) throw new Error(describeOlderDatabase(["none recorded"]));
      return new Map();
    }
    const { rows } = await client.query<{ name: string; checksum: string }>(
      `SELECT migration_name AS name, checksum FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    return new Map(rows.map((row) => [row.name, row.checksum]));
  } finally {
    await client.end();
  }
}

/** Applied migrations that come after all of ours, where the database has all of ours as they are. */
function findNewer(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): string[] {
  if (migrations.some(({ name, checksum }) => applied.get(name) !== checksum)) return [];
  const newest = migrations.at(-1)?.name ?? "";
  const unknown = [...applied.keys()].filter(
    (name) => !migrations.some((one) => one.name === name),
  );
  return unknown.every((name) => name > newest) ? unknown : [];
}

function describeNewerDatabase(newer: readonly string[]): string {
  return [
    `The database was updated by a newer version of Halfsilver (migrations: ${newer.join(", ")}), and migrations only go forward.`,
    "Install that version again, or restore a backup of this version into an empty database.",
    "What a server of this version needs may still be there: npm run serve does not migrate. See docs/guides/deploy.md.",
  ].join("\n");
}

/** Applied migrations that are unknown, or whose checksum differs from ours. */
function findForeign(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): string[] {
  const ours = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  return [...applied].filter(([name, sum]) => ours.get(name) !== sum).map(([name]) => name);
}

function describeOlderDatabase(foreign: readonly string[]): string {
  return [
    `The database was created by an older version of Halfsilver (migrations: ${foreign.join(", ")}) and cannot be upgraded.`,
    "Move the data folder (.data) away, or set HALFSILVER_DATA_DIR to a new folder.",
    "If DATABASE_URL is set, point it at an empty database.",
  ].join("\n");
}
