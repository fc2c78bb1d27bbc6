/** Brings a database up to the newest migration, and records it as the Prisma CLI does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import {
  MIGRATIONS_FOLDER,
  type Migration,
  readMigrations,
  SCHEMA_FILE,
} from "./read-migrations.ts";

/**
 * @returns the names of the migrations that were applied now
 * @throws Error when one fails, or when an applied one was edited since
 */
export async function applyMigrations(url: string): Promise<string[]> {
  const migrations = readMigrations();
  const applied = await readApplied(url);
  if (migrations.every(({ name, checksum }) => applied.get(name) === checksum)) return [];
  const { withSchemaEngine } = await import("./schema-engine.ts");
  const schema = readFileSync(SCHEMA_FILE, "utf8");
  const input = {
    migrationsList: listMigrations(migrations),
    filters: { externalTables: [], externalEnums: [] },
  };
  try {
    const result = await withSchemaEngine(url, schema, (engine) => engine.applyMigrations(input));
    return result.appliedMigrationNames;
  } catch (error) {
    throw new Error(`The database could not be migrated.\n${describe(error)}`, { cause: error });
  }
}

/** Checksums of finished migrations by name. Reading them is much quicker than asking the engine. */
async function readApplied(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; checksum: string }>(
      `SELECT migration_name AS name, checksum FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    return new Map(rows.map((row) => [row.name, row.checksum]));
  } catch (error) {
    if ((error as { code?: string }).code === "42P01") return new Map();
    throw error;
  } finally {
    await client.end();
  }
}

function listMigrations(migrations: readonly Migration[]) {
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: {
      path: "migration_lock.toml",
      content: readFileSync(join(MIGRATIONS_FOLDER, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
    })),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
