/** The file of erasures, compared with the trail: an erasure that this machine did not write is found. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { kysely } from "../../client.ts";
import { eraseConversation, erasePerson } from "../../erasure/erase.ts";
import { erasePayloadRows } from "../../erasure/erase-payload-rows.ts";
import { endRun, seal } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { recordAudit } from "../record-audit.ts";
import { checkTombstones, writeTombstones } from "./write-tombstones.ts";

provideTestDatabase();

const file = join(mkdtempSync(join(tmpdir(), "halfsilver-erasures-")), "anchors.txt");
beforeAll(() => vi.stubEnv("HALFSILVER_ANCHOR_FILE", file));
afterAll(() => vi.unstubAllEnvs());

/** Does what somebody did to the file, looks, and takes it back. */
async function withFile(change: (lines: string[]) => string[]) {
  const before = readFileSync(`${file}.erasures`, "utf8");
  writeFileSync(`${file}.erasures`, change(before.trimEnd().split("\n")).join("\n"));
  const verdict = await checkTombstones();
  writeFileSync(`${file}.erasures`, before);
  return verdict;
}

it("holds for what was erased here, and names the first erasure that the file lacks", async () => {
  const [one, two] = [await endRun(), await endRun()];
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      const erased = await erasePayloadRows(transaction, [two.runId], {
        rule: "retention",
        actorId: null,
      });
      await writeTombstones(erased.tombstones);
    });
  expect((await eraseConversation(null, one.conversationId)).ok).toBe(true);
  const { userId } = await createPerson();
  expect((await erasePerson(null, `${userId}@example.org`)).ok).toBe(true);
  await seal();
  expect(await checkTombstones()).toEqual({ ok: true });
  for (const index of [0, 1, 2])
    expect(await withFile((lines) => lines.filter((_, at) => at !== index))).toMatchObject({
      ok: false,
      why: "erasure-unwritten",
      place: expect.any(Number),
    });
  expect(await withFile((lines) => lines.toReversed())).toEqual({ ok: true });
});

it("leaves alone what another machine erased, and what was erased before a restore", async () => {
  const { conversationId } = await endRun();
  vi.stubEnv("HALFSILVER_ANCHOR_FILE", `${file}.elsewhere`);
  await eraseConversation(null, conversationId);
  vi.stubEnv("HALFSILVER_ANCHOR_FILE", file);
  expect(await checkTombstones()).toEqual({ ok: true });
  const event = { actorId: null, action: "backup.restored", target: "backup" } as const;
  const detail = { name: "x", sha256: "x", erasedAgain: 0, runIds: [], lost: null };
  await recordAudit(kysely(), { ...event, outcome: "allowed", detail });
  expect(await withFile(() => [])).toEqual({ ok: true });
});

it("leaves alone what was erased before a restore by a machine whose clock was ahead", async () => {
  const { conversationId } = await endRun();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 300_000 });
  await eraseConversation(null, conversationId);
  vi.useRealTimers();
  await seal();
  const event = { actorId: null, action: "backup.restored", target: "backup" } as const;
  const detail = { name: "x", sha256: "x", erasedAgain: 0, runIds: [], lost: null };
  await recordAudit(kysely(), { ...event, outcome: "allowed", detail });
  expect(await withFile(() => [])).toEqual({ ok: true });
});
