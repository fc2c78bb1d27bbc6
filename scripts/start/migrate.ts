/** `npm run migrate`: applies the migrations to the database at DATABASE_URL, or to the embedded one. */
import type { KeptChild } from "../processes/keep-child.ts";
import { lockDataDir } from "./lock-data-dir.ts";
import { embeddedDatabase, migrateDatabase } from "./prepare-database.ts";
import { readStartOptions } from "./start-options.ts";
import { reportProblem } from "./start-problem.ts";

async function main(): Promise<void> {
  const given = process.env.DATABASE_URL?.trim();
  const applied = given ? await migrateDatabase(given) : await migrateEmbedded();
  console.log(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to apply.");
}

/** @throws StartProblem when the data folder is in use: then `npm start` has migrated it already */
async function migrateEmbedded(): Promise<string[]> {
  const { HALFSILVER_DATA_DIR } = process.env;
  const options = readStartOptions([], { HALFSILVER_DATA_DIR });
  const release = await lockDataDir(options);
  let child: KeptChild | undefined;
  try {
    const url = await embeddedDatabase(options, console.log).start((started) => {
      child = started;
    });
    return await migrateDatabase(url);
  } finally {
    await child?.stop();
    release();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    reportProblem(error);
    process.exit(1);
  },
);
