/** Checks that the migrations produce the schema: Prisma's SQL for `schema.prisma`, and the files of `prisma/sql`. */
import { applyMigrations } from "./apply-migrations.ts";
import { describeDatabase, runSql } from "./describe-database.ts";
import { readOwnSql, readSchema } from "./read-migrations.ts";
import { diffSchemas } from "./schema-engine.ts";

/**
 * @param migrated an empty database, or one with all migrations
 * @param fresh an empty database
 * @returns one line per difference: `-` only in the migrated database, `+` only in the fresh one
 */
export async function proveMigrations(migrated: string, fresh: string): Promise<string[]> {
  await applyMigrations(migrated);
  await runSql(fresh, `${await diffSchemas(fresh, null, readSchema())}\n${readOwnSql()}`);
  const [one, other] = [await describeDatabase(migrated), await describeDatabase(fresh)];
  return [
    ...one.filter((line) => !other.includes(line)).map((line) => `- ${line}`),
    ...other.filter((line) => !one.includes(line)).map((line) => `+ ${line}`),
  ];
}
