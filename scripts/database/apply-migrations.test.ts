import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { proveMigrations } from "./prove-migrations.ts";
import { readMigrations, readSchema, readSnapshot } from "./read-migrations.ts";

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

  it("apply nothing the second time", async () => {
    expect(await applyMigrations(database.url)).toEqual([]);
  });

  it("produce the schema and our own SQL, and the snapshot equals the schema", async () => {
    const fresh = new URL(database.url);
    fresh.pathname = `fresh_${randomUUID().replaceAll("-", "")}`;
    await client.query(`CREATE DATABASE ${fresh.pathname.slice(1)}`);
    expect(await proveMigrations(database.url, fresh.href)).toEqual([]);
    await client.query(`DROP DATABASE ${fresh.pathname.slice(1)}`);
    expect(readSnapshot()).toBe(readSchema());
  });

  it("refuse a database of a newer version, with other advice", async () => {
    const newer = "9000_of_a_newer_version";
    await client.query(
      "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count) VALUES ($1, '', now(), $1, 1)",
      [newer],
    );
    await expect(applyMigrations(database.url)).rejects.toThrow(/newer version.*9000_of_a_newer/);
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [newer]);
  });

  it("refuse a database of an older version, with advice", async () => {
    const advice = /Move the data folder.*HALFSILVER_DATA_DIR/s;
    await client.query("UPDATE _prisma_migrations SET migration_name = '0001_first_light'");
    await expect(applyMigrations(database.url)).rejects.toThrow(advice);
    await expect(applyMigrations(database.url)).rejects.toThrow("0001_first_light");
    await client.query("DROP TABLE _prisma_migrations");
    await expect(applyMigrations(database.url)).rejects.toThrow(advice);
  });
});
