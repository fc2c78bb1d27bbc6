/** `node scripts/migrate.mjs`: applies the migrations to the database at DATABASE_URL. */
import { applyMigrations } from "./database/apply-migrations.ts";

const url = process.env.DATABASE_URL;
if (!url) {
  console.error("Set DATABASE_URL to the database that is to be migrated.");
  process.exit(1);
}
const applied = await applyMigrations(url).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
console.log(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to apply.");
