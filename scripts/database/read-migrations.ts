/** Reads the migrations, the Prisma schema, its snapshot, and our own SQL. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const PRISMA_FOLDER = resolve(import.meta.dirname, "../../prisma");
export const MIGRATIONS_FOLDER = join(PRISMA_FOLDER, "migrations");
export const SCHEMA_FILE = join(PRISMA_FOLDER, "schema.prisma");
/** The Prisma schema as of the newest migration. */
export const SNAPSHOT_FILE = join(MIGRATIONS_FOLDER, "schema.snapshot.prisma");
const OWN_SQL_FOLDER = join(PRISMA_FOLDER, "sql");

export type Migration = {
  name: string;
  sql: string;
  /** SHA-256 of the SQL, as Prisma records it. */
  checksum: string;
};

/** Every migration, oldest first. */
export function readMigrations(): Migration[] {
  const folders = readdirSync(MIGRATIONS_FOLDER, { withFileTypes: true });
  return folders
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(MIGRATIONS_FOLDER, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The number of the next migration: behind the newest, also where numbers between were left out. */
export function nextNumber(names: readonly string[]): string {
  const highest = Math.max(0, ...names.map((name) => Number.parseInt(name, 10)));
  return String(highest + 1).padStart(4, "0");
}

export function readSchema(): string {
  return readFileSync(SCHEMA_FILE, "utf8");
}

/** Null before the first migration. */
export function readSnapshot(): string | null {
  return existsSync(SNAPSHOT_FILE) ? readFileSync(SNAPSHOT_FILE, "utf8") : null;
}

/** SQL that a Prisma schema cannot express: the files of `prisma/sql`, in the order of their names. */
export function readOwnSql(): string {
  const names = readdirSync(OWN_SQL_FOLDER).sort();
  return names.map((name) => readFileSync(join(OWN_SQL_FOLDER, name), "utf8")).join("\n");
}
