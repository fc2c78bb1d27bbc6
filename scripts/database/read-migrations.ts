/** The migrations as they lie on disk: one folder each, with its SQL and the schema as of then. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const MIGRATIONS_FOLDER = resolve(import.meta.dirname, "../../prisma/migrations");
export const SCHEMA_FILE = resolve(import.meta.dirname, "../../prisma/schema.prisma");

export type Migration = {
  name: string;
  sql: string;
  /** SHA-256 of the SQL, as Prisma records it. */
  checksum: string;
  /** The Prisma schema that this migration leads to. */
  schema: string;
};

/** Every migration, oldest first. */
export function readMigrations(): Migration[] {
  const folders = readdirSync(MIGRATIONS_FOLDER, { withFileTypes: true });
  return folders
    .filter((entry) => entry.isDirectory())
    .map((entry) => readMigration(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readMigration(name: string): Migration {
  const sql = readFileSync(join(MIGRATIONS_FOLDER, name, "migration.sql"), "utf8");
  const schemaFile = join(MIGRATIONS_FOLDER, name, "schema.prisma");
  if (!existsSync(schemaFile)) throw new Error(`Migration ${name} has no schema.prisma beside it.`);
  const checksum = createHash("sha256").update(sql).digest("hex");
  return { name, sql, checksum, schema: readFileSync(schemaFile, "utf8") };
}
