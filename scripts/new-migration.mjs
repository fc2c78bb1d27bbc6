/** `npm run migration -- NAME`: writes the next migration, from the schema as of the last one to the schema now. */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffSchemas } from "./database/diff-schemas.ts";
import { removeDataDir } from "./database/postgres-place.ts";
import { MIGRATIONS_FOLDER, readMigrations, SCHEMA_FILE } from "./database/read-migrations.ts";
import { startPostgres } from "./database/start-postgres.ts";

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error("Usage: npm run migration -- name_in_lower_case");
  process.exit(1);
}
const migrations = readMigrations();
const dataDir = mkdtempSync(join(tmpdir(), "halfsilver-migration-"));
chmodSync(dataDir, 0o755);
const postgres = await startPostgres({ dataDir, throwAway: true });
const schema = readFileSync(SCHEMA_FILE, "utf8");
const sql = await diffSchemas(postgres.url, migrations.at(-1)?.schema ?? null, schema);
await postgres.stop();
removeDataDir(dataDir);
if (/^\s*(-- This is an empty migration\.)?\s*$/.test(sql)) {
  console.error("The schema has not changed since the last migration.");
  process.exit(1);
}
const folder = join(MIGRATIONS_FOLDER, `${String(migrations.length + 1).padStart(4, "0")}_${name}`);
mkdirSync(folder);
writeFileSync(join(folder, "migration.sql"), sql);
copyFileSync(SCHEMA_FILE, join(folder, "schema.prisma"));
console.log(`Wrote ${folder}. Read it, add what a schema cannot say, and commit it.`);
