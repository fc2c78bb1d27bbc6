/** Gives a test file its own database, migrated and empty. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export type TestDatabase = {
  url: string;
  /** Removes it, and closes open connections. */
  drop(): Promise<void>;
};

/** Copies the migrated template. Call it in `beforeAll`, and `drop()` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = await askForTemplate();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(template, `CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = name;
  return {
    url: url.href,
    drop: () => administer(template, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function askForTemplate(): Promise<URL> {
  const response = await fetch(inject("databaseServer"));
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return new URL(answer);
}

async function administer(template: URL, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = "postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
