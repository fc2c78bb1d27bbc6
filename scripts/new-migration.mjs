/**
 * `npm run migration -- NAME`: writes the next migration, from the schema of the last one to the current schema, and
 * checks that all migrations produce the current schema. Without a name it only checks.
 */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runSql } from "./database/describe-database.ts";
import { removeDataDir } from "./database/postgres-place.ts";
import { proveMigrations } from "./database/prove-migrations.ts";
import {
  MIGRATIONS_FOLDER,
  nextNumber,
  readMigrations,
  readOwnSql,
  readSchema,
  readSnapshot,
  SCHEMA_FILE,
  SNAPSHOT_FILE,
} from "./database/read-migrations.ts";
import { diffSchemas } from "./database/schema-engine.ts";
import { startPostgres } from "./database/start-postgres.ts";

const name = process.argv[2];
if (name && !/^[a-z0-9_]+$/.test(name)) {
  console.error("Usage: npm run migration -- name_in_lower_case");
  process.exit(1);
}
const dataDir = mkdtempSync(join(tmpdir(), "halfsilver-migration-"));
chmodSync(dataDir, 0o755);
const postgres = await startPostgres({ dataDir, throwAway: true });
try {
  if (name) await writeMigration();
  process.exitCode = (await prove()) ? 0 : 1;
} finally {
  await postgres.stop();
  removeDataDir(dataDir);
}

async function writeMigration() {
  const snapshot = readSnapshot();
  const sql = await diffSchemas(postgres.url, snapshot, readSchema());
  const isEmpty = /^\s*(-- This is an empty migration\.)?\s*$/.test(sql);
  const number = nextNumber(readMigrations().map((migration) => migration.name));
  const folder = join(MIGRATIONS_FOLDER, `${number}_${name}`);
  mkdirSync(folder);
  const own = snapshot === null ? `\n${readOwnSql()}` : "";
  writeFileSync(join(folder, "migration.sql"), `${isEmpty ? "" : sql}${own}`);
  copyFileSync(SCHEMA_FILE, SNAPSHOT_FILE);
  console.log(`Wrote ${folder}.`);
}

async function prove() {
  await runSql(postgres.url, "CREATE DATABASE fresh");
  const fresh = new URL(postgres.url);
  fresh.pathname = "fresh";
  const differences = await proveMigrations(postgres.url, fresh.href);
  if (differences.length === 0) {
    console.log("All migrations together lead to prisma/schema.prisma and prisma/sql.");
    return true;
  }
  console.error("The migrations do not lead to prisma/schema.prisma and prisma/sql yet.");
  console.error("Add what is missing to the newest migration.sql, then run `npm run migration`.");
  console.error(differences.join("\n"));
  return false;
}
