/** Backup and restore as they are run, on two real databases. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toAnchor } from "../../lib/audit/checkpoint.ts";
import { sealTrail } from "../../lib/db/audit/seal/seal-trail.ts";
import { trailKeys } from "../../lib/db/audit/trail-keys.ts";
import { closeDatabase, db } from "../../lib/db/client.ts";
import { eraseConversation } from "../../lib/db/erasure/erase.ts";
import { contestAnswer } from "../../lib/db/review/contest-answer.ts";
import { storeVerdict } from "../../lib/db/review/judge-case.ts";
import { keepDraft, takeCase } from "../../lib/db/review/take-case.ts";
import { draftOf, verdictOf } from "../../lib/db/review/testing/verdicts.ts";
import { endRun } from "../../lib/db/testing/trail-fixtures.ts";
import { createPerson } from "../../lib/db/testing/turn-fixtures.ts";
import { NODE, ROOT } from "../setup/paths.ts";
import { findWordsInFiles, findWordsInTables } from "../testing/find-words.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { DamagedBackup, readBackup } from "./backup-file.ts";
import { refuseUnfinishedRestore, restoringFile } from "./unfinished-restore.ts";

const CANARY = "zqcanarybackup";
const folder = mkdtempSync(join(tmpdir(), "halfsilver-backup-"));
const anchors = join(folder, "anchors.txt");
const file = join(folder, "one.backup");
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  use(database.url);
  process.env.HALFSILVER_ANCHOR_FILE = anchors;
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function use(url: string): void {
  process.env.DATABASE_URL = url;
}

/** Seals, and writes the anchor as the server does. */
async function seal(): Promise<void> {
  const sealed = await sealTrail(trailKeys(), null);
  if (sealed?.note) writeFileSync(anchors, toAnchor(sealed.note), { flag: "a" });
}

async function run(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(
    NODE,
    ["--conditions=react-server", join(ROOT, `scripts/${program}.ts`), ...args],
    { env: { ...process.env, ...env } },
  );
  let said = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (part: Buffer) => {
      said += part.toString();
    });
  const [code] = await once(child, "close");
  return { said, code };
}

const restore = async (...args: string[]) => {
  await closeDatabase();
  return run("backup/restore", ["--from", file, ...args]);
};
const query = <Row>(statement: string, values: readonly unknown[]) =>
  db().$queryRawUnsafe<Row[]>(statement, ...values);

/** All rows of all tables of reviews. */
async function reviewRows(): Promise<Record<string, unknown[]>> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'review\\_%' ORDER BY 1`;
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables)
    rows[name] = await query(`SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY 1`, []);
  return rows;
}

/** A run whose answer is contested, and taken by a reviewer who has begun to write. */
async function contested(words: string) {
  const { person, runId, conversationId } = await endRun(seal);
  const { answerMessageId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  await contestAnswer(person, { answerMessageId, what: "not-true", words });
  const reviewer = { ...(await createPerson()), role: "auditor" } as const;
  await takeCase(reviewer, runId);
  await keepDraft(reviewer, runId, draftOf({ told: `${words} told` }));
  return { runId, conversationId, reviewer };
}

describe("a backup", () => {
  let conversationId: string;
  let reviews: Record<string, unknown[]>;

  it("has all rows of one moment, and was read back", async () => {
    const one = await contested(CANARY);
    conversationId = one.conversationId;
    await contested("taken");
    const judged = await contested("judged");
    await storeVerdict(judged.reviewer, judged.runId, verdictOf());
    await seal();
    await db().message.updateMany({
      where: { conversationId, role: "user" },
      data: { content: CANARY },
    });
    const { said, code } = await run("backup/backup", ["--to", file]);
    expect(said).toMatch(/^\d+ rows are in .*, read back and compared\./);
    expect(code).toBe(0);
  });

  it("is refused where the database has accounts, and while a server uses it", async () => {
    expect((await restore()).said).toContain("Give --replace");
    await db().user.count();
    const served = await run("backup/restore", ["--from", file, "--replace"]);
    expect(served).toMatchObject({ code: 1, said: expect.stringContaining("Stop it first") });
  });

  it("does not bring back what was erased after it, and the trail goes on", async () => {
    expect(await eraseConversation(null, conversationId)).toMatchObject({ ok: true });
    reviews = await reviewRows();
    const counts = Object.entries(reviews).map(([name, rows]) => [name, rows.length]);
    expect(Object.fromEntries(counts)).toMatchObject({
      review_case: 2,
      review_reason: 2,
      review_seat: 1,
      review_verdict: 1,
    });
    await db().reviewCase.deleteMany();
    await seal();
    const later = await endRun(seal);
    const { said, code } = await restore("--replace");
    expect(said).toContain("Erased again: 1.");
    expect(said).toContain("1 runs that ended after the backup are lost");
    expect(code).toBe(0);
    expect(await db().run.findUnique({ where: { id: later.runId } })).toBeNull();
    expect(await reviewRows()).toEqual(reviews);
    expect(await findWordsInTables(query, [CANARY])).toEqual({ [CANARY]: [] });
    expect(findWordsInFiles(folder, [CANARY], []).found).toEqual([]);
    await seal();
    await closeDatabase();
    const verified = await run("audit/verify", []);
    expect(verified.said).toContain("The trail holds");
    expect(verified.code).toBe(0);
  });

  it("is loaded into an empty database, whose trail says what only the anchors know", async () => {
    const other = await createTestDatabase();
    const before = process.env.DATABASE_URL ?? "";
    try {
      await closeDatabase();
      use(other.url);
      const { said, code } = await restore();
      expect(said).toContain("events that were sealed after the backup are lost");
      expect(code).toBe(0);
      await seal();
      await closeDatabase();
      expect(await run("audit/verify", [])).toMatchObject({ code: 0 });
    } finally {
      await closeDatabase();
      use(before);
      await other.drop();
    }
  });

  it("is not loaded where a byte of it is another one, and nothing is changed", async () => {
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.length / 2);
    const damaged = join(folder, "damaged.backup");
    writeFileSync(damaged, bytes.fill((bytes[at] ?? 0) ^ 1, at, at + 1));
    const people = await db().user.count();
    await closeDatabase();
    const { said, code } = await run("backup/restore", ["--from", damaged, "--replace"]);
    // A damaged name of a column says that the table is another one.
    expect(said).toMatch(/^Not restored\. (?:table|line|The table) /);
    expect(code).toBe(1);
    expect(await db().user.count()).toBe(people);
  });

  it("is told to be damaged wherever a byte of it is another one", async () => {
    const bytes = readFileSync(file);
    const damaged = join(folder, "damaged.backup");
    const whole = async () => {
      for await (const part of readBackup(damaged)) void part;
    };
    // From behind the head of the archive, of which not every byte counts.
    for (let part = 1; part <= 100; part += 1) {
      const at = 10 + Math.floor(((bytes.length - 11) * part) / 100);
      writeFileSync(damaged, Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1));
      await expect(whole(), `byte ${at}`).rejects.toBeInstanceOf(DamagedBackup);
    }
  });

  it("leaves the database as it was where the restore is killed, and no server starts on it", async () => {
    const runs = await db().run.count();
    await closeDatabase();
    const program = join(ROOT, "scripts/backup/restore.ts");
    const args = ["--conditions=react-server", program, "--from", file, "--replace"];
    const child = spawn(NODE, args, { env: process.env, stdio: "ignore" });
    await expect.poll(() => existsSync(restoringFile(anchors)), { interval: 1 }).toBe(true);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await db().run.count()).toBe(runs);
    expect(() => refuseUnfinishedRestore(anchors)).toThrow("A restore was not finished");
    expect(await restore("--replace")).toMatchObject({ code: 0 });
    expect(() => refuseUnfinishedRestore(anchors)).not.toThrow();
  });

  it("has no name before it is whole, where it is killed", async () => {
    await closeDatabase();
    const target = join(folder, "killed.backup");
    const program = join(ROOT, "scripts/backup/backup.ts");
    const args = ["--conditions=react-server", program, "--to", target];
    const child = spawn(NODE, args, { env: process.env, stdio: "ignore" });
    await expect.poll(() => existsSync(`${target}.part`), { interval: 1 }).toBe(true);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(existsSync(target)).toBe(false);
  });
});
