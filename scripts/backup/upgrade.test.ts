/** An upgrade that adds to the database, and both ways back: the old version on the new tables, and a restored backup. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sealTrail } from "../../lib/db/audit/seal/seal-trail.ts";
import { trailKeys } from "../../lib/db/audit/trail-keys.ts";
import { closeDatabase, db } from "../../lib/db/client.ts";
import { endRun } from "../../lib/db/testing/trail-fixtures.ts";
import { NODE, ROOT } from "../setup/paths.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

/** The only difference of the new version. */
const MIGRATION = "9000_a_note";
const folder = mkdtempSync(join(tmpdir(), "halfsilver-upgrade-"));
const nextRoot = join(folder, "next");
const file = join(folder, "before.backup");
let database: TestDatabase;

beforeAll(async () => {
  for (const part of ["lib", "scripts", "prisma", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, part), join(nextRoot, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(nextRoot, "node_modules"));
  const migration = join(nextRoot, "prisma/migrations", MIGRATION);
  mkdirSync(migration);
  writeFileSync(
    join(migration, "migration.sql"),
    'ALTER TABLE "conversation" ADD COLUMN "note" TEXT;',
  );
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.HALFSILVER_ANCHOR_FILE = join(folder, "anchors.txt");
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function run(root: string, program: string, ...args: string[]) {
  const script = join(root, "scripts", `${program}.ts`);
  const { status, stdout, stderr } = spawnSync(
    NODE,
    ["--conditions=react-server", script, ...args],
    { cwd: root, encoding: "utf8" },
  );
  return { code: status, said: stdout + stderr };
}

const work = () => endRun(() => sealTrail(trailKeys(), null));
const hasConversation = async (id: string) =>
  (await db().conversation.findUnique({ where: { id } })) !== null;

it("goes forward, back by the old version alone, and back by the backup", async () => {
  const before = await work();
  expect(run(ROOT, "backup/backup", "--to", file)).toMatchObject({ code: 0 });
  const migrated = run(nextRoot, "start/migrate");
  expect(migrated).toEqual({ code: 0, said: `Applied ${MIGRATION}.\n` });

  // The old version goes on with what was only added to, and says that it is not the one to migrate.
  const after = await work();
  expect(await hasConversation(after.conversationId)).toBe(true);
  const refused = run(ROOT, "start/migrate");
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("newer version") });
  await closeDatabase();
  const kept = run(ROOT, "backup/restore", "--from", file, "--replace");
  expect(kept).toMatchObject({ code: 1, said: expect.stringContaining("newer version") });
  expect(await hasConversation(after.conversationId)).toBe(true);

  // The backup goes into a database of its own, which the old version has migrated.
  const other = await createTestDatabase();
  await closeDatabase();
  process.env.DATABASE_URL = other.url;
  delete process.env.HALFSILVER_ANCHOR_FILE;
  process.env.HALFSILVER_DATA_DIR = join(folder, "data");
  const restored = run(ROOT, "backup/restore", "--from", file);
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining("were restored") });
  expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o700);
  // And forward again, with a later attempt at the new version.
  expect(run(nextRoot, "start/migrate")).toMatchObject({ code: 0 });
  process.env.DATABASE_URL = database.url;
  const { Client } = await import("pg").then(({ default: pg }) => pg);
  const client = new Client({ connectionString: other.url });
  await client.connect();
  const { rows } = await client.query("SELECT id, note FROM conversation");
  expect(rows).toEqual([{ id: before.conversationId, note: null }]);
  await client.end();
  await other.drop();
});
