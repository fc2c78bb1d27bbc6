/** `node scripts/dev-database.mjs FOLDER`: a migrated database under FOLDER until it is killed; prints its URL. */
import { applyMigrations } from "./database/apply-migrations.ts";
import { startPostgres } from "./database/start-postgres.ts";

const dataDir = process.argv[2];
if (!dataDir) {
  console.error("Usage: node scripts/dev-database.mjs FOLDER");
  process.exit(1);
}
const postgres = await startPostgres({ dataDir });
await applyMigrations(postgres.url);
console.log(`DATABASE_URL=${postgres.url}`);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void postgres.stop());
process.exit(await postgres.child.exited);
