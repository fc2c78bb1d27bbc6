/** `npm run erase` as it is run: a program of its own, on the database at DATABASE_URL. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NODE, ROOT } from "../setup/paths.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

const folder = mkdtempSync(join(tmpdir(), "halfsilver-erase-"));
const anchors = join(folder, "anchors.txt");
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
  rmSync(folder, { recursive: true });
});

/** @returns what it printed, and its exit code */
async function erase(...args: string[]): Promise<{ text: string; code: number }> {
  const program = ["--conditions=react-server", join(ROOT, "scripts/audit/erase.ts"), ...args];
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    BETTER_AUTH_SECRET: "a secret of at least thirty-two characters",
    HALFSILVER_ANCHOR_FILE: anchors,
  };
  const child = spawn(NODE, program, { env });
  let text = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (part: Buffer) => {
      text += part.toString();
    });
  child.stdin.end("another word\n");
  const [code] = await once(child, "close");
  return { text, code };
}

async function createPerson(): Promise<{ id: string; email: string; conversationId: string }> {
  const [id, conversationId] = [randomUUID(), randomUUID()];
  const email = `${id}@example.org`;
  await client.query(
    `INSERT INTO "user" (id, name, email, updated_at) VALUES ($1, 'A', $2, now())`,
    [id, email],
  );
  await client.query("INSERT INTO conversation (id, user_id, title) VALUES ($1, $2, 'zqtitle')", [
    conversationId,
    id,
  ]);
  return { id, email, conversationId };
}

const count = async (table: string, id: string) =>
  (await client.query(`SELECT 1 FROM "${table}" WHERE id = $1`, [id])).rowCount;

it("erases a conversation, then its person, and both again after a restore", async () => {
  const { id, email, conversationId } = await createPerson();
  const first = await erase("--conversation", conversationId, "--yes");
  expect(first).toMatchObject({ code: 0, text: expect.stringContaining("conversation 1") });
  expect([await count("conversation", conversationId), await count("user", id)]).toEqual([0, 1]);
  expect(await erase("--conversation", conversationId, "--yes")).toMatchObject({ code: 1 });
  expect(await erase("--person", email, "--yes")).toMatchObject({ code: 0 });
  expect(await count("user", id)).toBe(0);
  // As if a backup had brought the account back.
  await client.query(
    `INSERT INTO "user" (id, name, email, updated_at) VALUES ($1, 'A', $2, now())`,
    [id, email],
  );
  expect((await erase("--again")).text).toContain("Erased again: 1 of 2.");
  expect(await count("user", id)).toBe(0);
  expect(readFileSync(`${anchors}.erasures`, "utf8").split("\n")).toHaveLength(3);
});

it("erases nothing without a name, or without the word that confirms it", async () => {
  const { email, id } = await createPerson();
  expect(await erase()).toMatchObject({ code: 1, text: expect.stringContaining("Name one") });
  expect(await erase("--conversation", "no-id")).toMatchObject({ code: 1 });
  const asked = await erase("--person", email);
  expect(asked).toMatchObject({ code: 1, text: expect.stringContaining("Nothing was erased.") });
  expect(await count("user", id)).toBe(1);
});

it("says so where the list of what was erased is damaged", async () => {
  writeFileSync(`${anchors}.erasures`, '{"action":"person.erased"}\n');
  expect((await erase("--again")).code).toBe(1);
});
