/** The trail in the real database: rows get their place, the tree is signed, and what is done to it behind its back is found. */
import { describe, expect, it } from "vitest";
import { until } from "../../../../scripts/testing/until.ts";
import { openCheckpoint } from "../../../audit/checkpoint.ts";
import { createSigner } from "../../../audit/sign-note.ts";
import { db, kysely } from "../../client.ts";
import { checkTrail, seal, TRAIL_KEYS, tamper } from "../../testing/trail-fixtures.ts";
import { provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { readCheckpoints } from "../read-trail.ts";
import { recordAudit } from "../record-audit.ts";
import { pauseSealing, sealTrail } from "./seal-trail.ts";

provideTestDatabase();

const record = (target: string) =>
  recordAudit(kysely(), {
    actorId: null,
    action: "policy.changed",
    target,
    outcome: "allowed",
    detail: { name: target, version: 1, sha256: "0" },
  });

const countLocks = async (isGranted: boolean) => {
  const locks = await db().$queryRaw<object[]>`
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted = ${isGranted}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return locks.length;
};
const countHeld = () => countLocks(true);
const countWaiting = () => countLocks(false);

describe("the trail", () => {
  it("gives rows their place in the order of their time, and signs a checkpoint over them", async () => {
    for (const target of ["a", "b", "c", "d", "e"]) await record(target);
    expect(await seal()).toMatchObject({ rows: 5, hasMore: false });
    const places = await db().auditEvent.findMany({ orderBy: { at: "asc" } });
    expect(places.map(({ place }) => Number(place)).sort()).toEqual([0, 1, 2, 3, 4]);
    const [note = ""] = await readCheckpoints();
    expect(openCheckpoint(note, TRAIL_KEYS.verifierKeys)?.size).toBe(5);
    expect(await checkTrail()).toEqual({ ok: true, size: 5, checkpoints: 1, anchors: 0 });
  });

  it("is signed again only when it has grown, or has been idle for a while", async () => {
    expect((await seal()).note).toBeNull();
    await db().$executeRaw`UPDATE audit_checkpoint SET at = at - interval '6 minutes'`;
    expect((await seal()).note).not.toBeNull();
    expect((await readCheckpoints()).length).toBe(2);
  });

  it.each([
    ["a changed target", ["UPDATE audit_event SET target = 'x' WHERE place = 2"], 2, "row-changed"],
    [
      "a changed detail",
      ['UPDATE audit_event SET detail = \'{"name":"x"}\' WHERE place = 1'],
      1,
      "row-changed",
    ],
    [
      "a changed time",
      ["UPDATE audit_event SET at = at - interval '1 day' WHERE place = 3"],
      3,
      "row-changed",
    ],
    ["a removed row", ["DELETE FROM audit_event WHERE place = 2"], 2, "row-missing"],
    [
      "a removed row and leaf",
      ["DELETE FROM audit_event WHERE place = 2", "DELETE FROM audit_leaf WHERE place = 2"],
      2,
      "leaf-missing",
    ],
    [
      "two swapped rows",
      [
        "UPDATE audit_event SET place = 99 WHERE place = 1",
        "UPDATE audit_event SET place = 1 WHERE place = 3",
        "UPDATE audit_event SET place = 3 WHERE place = 99",
      ],
      1,
      "row-changed",
    ],
    [
      "a changed leaf",
      ["UPDATE audit_leaf SET hash = sha256('x') WHERE place = 4"],
      4,
      "row-changed",
    ],
    [
      "a forged row",
      [
        "INSERT INTO audit_event (id, action, target, outcome, detail, place) VALUES (gen_random_uuid(), 'policy.changed', 'x', 'allowed', '{}', 5)",
      ],
      5,
      "row-forged",
    ],
    [
      "a cut tail",
      ["DELETE FROM audit_event WHERE place >= 3", "DELETE FROM audit_leaf WHERE place >= 3"],
      3,
      "cut-off",
    ],
  ])("shows %s", async (_name, statements, place, why) => {
    expect(await tamper(statements, checkTrail)).toEqual({ ok: false, place, why });
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("has its turn although one erasure after the other waits for its own", async () => {
    await record("between erasures");
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const erase = async (may: Promise<void>) => {
      await kysely()
        .transaction()
        .execute(async (transaction) => {
          await pauseSealing(transaction);
          await may;
        });
    };
    const isWaiting = (count: number) =>
      until("somebody waits", async () => (await countWaiting()) === count);
    const erasing = [erase(first.promise)];
    await until("the first erasure is at work", async () => (await countHeld()) > 0);
    erasing.push(erase(second.promise));
    await isWaiting(1);
    const sealed = sealTrail(TRAIL_KEYS, null);
    await isWaiting(2);
    first.resolve();
    expect(await sealed).toMatchObject({ rows: 1 });
    second.resolve();
    await Promise.all(erasing);
  });

  it("shows a tail that was cut with its checkpoints by an anchor alone", async () => {
    const anchors = await readCheckpoints();
    await db().$executeRaw`DELETE FROM audit_checkpoint`;
    await db().$executeRaw`DELETE FROM audit_event`;
    await db().$executeRaw`DELETE FROM audit_leaf`;
    expect(await checkTrail()).toMatchObject({ ok: true, size: 0 });
    expect(await checkTrail(anchors)).toEqual({ ok: false, place: 0, why: "cut-off" });
    const newest = openCheckpoint(anchors.at(-1) ?? "", TRAIL_KEYS.verifierKeys);
    await expect(sealTrail(TRAIL_KEYS, newest)).rejects.toMatchObject({ why: "cut-off", place: 0 });
  });

  it("is not sealed on where an anchor knows another history", async () => {
    const newest = openCheckpoint((await readCheckpoints()).at(-1) ?? "", TRAIL_KEYS.verifierKeys);
    const anchored = { origin: "tests/audit", size: newest?.size ?? 0, root: new Uint8Array(32) };
    await expect(sealTrail(TRAIL_KEYS, anchored)).rejects.toMatchObject({ why: "root-differs" });
  });

  it("shows what another key signed", async () => {
    await record("again");
    const signer = createSigner("tests/audit", Buffer.alloc(32, 8));
    await sealTrail({ ...TRAIL_KEYS, signer, verifierKeys: [signer.verifierKey] }, null);
    expect(await checkTrail()).toEqual({ ok: false, place: 0, why: "note-unreadable" });
    await expect(seal()).rejects.toMatchObject({ why: "note-unreadable" });
  });
});
