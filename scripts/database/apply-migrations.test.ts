import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { diffSchemas } from "./diff-schemas.ts";
import { readMigrations, SCHEMA_FILE } from "./read-migrations.ts";

describe("the migrations", () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it("are recorded with name, checksum and step, as the Prisma CLI records them", async () => {
    const { rows } = await client.query(
      `SELECT migration_name AS name, checksum, applied_steps_count AS steps,
              finished_at IS NOT NULL AS finished, rolled_back_at IS NULL AS kept
       FROM _prisma_migrations ORDER BY started_at, migration_name`,
    );
    const expected = readMigrations().map(({ name, checksum }) => {
      return { name, checksum, steps: 1, finished: true, kept: true };
    });
    expect(rows).toEqual(expected);
    expect(rows.length).toBeGreaterThan(0);
  });

  it("have nothing left to apply the second time", async () => {
    expect(await applyMigrations(database.url)).toEqual([]);
  });

  it("lead to the schema as it is now", async () => {
    const last = readMigrations().at(-1)?.schema ?? null;
    const difference = await diffSchemas(database.url, last, readFileSync(SCHEMA_FILE, "utf8"));
    expect(difference.trim()).toBe("-- This is an empty migration.");
  });

  it("allow one running run per conversation", async () => {
    const { rows } = await client.query(
      `SELECT indexdef FROM pg_indexes WHERE indexname = 'run_one_active'`,
    );
    expect(rows[0]?.indexdef).toContain("UNIQUE");
    expect(rows[0]?.indexdef).toContain("'running'");
  });
});
