/** The logs of runs that are not sealed yet. The owner of the database, who has none of the keys, tries to change one. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { db, kysely } from "../../client.ts";
import { SEAL_BATCH_ROWS } from "../../limits.ts";
import { acknowledgeFindings } from "../../looks/acknowledge-findings.ts";
import { appendRunEvents } from "../../runs/append-run-events.ts";
import { findOrphanedRuns, interruptOrphanedRuns } from "../../runs/lease/sweep-expired-runs.ts";
import { takeOverRun } from "../../runs/lease/take-over-run.ts";
import { checkTrail, endRun, seal } from "../../testing/trail-fixtures.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  newTurn,
  provideTestDatabase,
} from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { openFindings } from "../found/trail-findings.ts";
import { insertAuditRows } from "../record-audit.ts";
import { toEndRows } from "../record-in-statement.ts";
import { areEventsSigned } from "../runs/events-signed.ts";
import { checkRuns } from "../runs/read-runs.ts";

provideTestDatabase();

beforeEach(async () => {
  await seal();
  const newest = (await openFindings()).at(-1);
  if (newest) await acknowledgeFindings(await createPerson("admin"), newest.id);
  await seal();
});

const ended = () => endRun(async () => undefined);
const sealOf = (runId: string) => db().runSeal.findUnique({ where: { runId } });
const forged = async () =>
  (await openFindings()).map(({ fault, runId, seq }) => ({ fault, runId, seq }));

const EDITS: [string, (run: string) => string, number][] = [
  [
    "changes a payload",
    (run) => `UPDATE run_event SET payload = '{"x":1}' WHERE ${run} AND seq = 2`,
    2,
  ],
  ["empties a payload", (run) => `UPDATE run_event SET payload = NULL WHERE ${run} AND seq = 1`, 1],
  ["changes a type", (run) => `UPDATE run_event SET type = 'x' WHERE ${run} AND seq = 3`, 3],
  [
    "shows what was hidden",
    (run) => `UPDATE run_event SET visibility = 'public' WHERE ${run} AND seq = 2`,
    2,
  ],
  [
    "moves a time",
    (run) => `UPDATE run_event SET at = at - interval '1 hour' WHERE ${run} AND seq = 2`,
    2,
  ],
  [
    "gives an event a time without end",
    (run) => `UPDATE run_event SET at = 'infinity' WHERE ${run} AND seq = 2`,
    2,
  ],
  [
    "changes a salt",
    (run) => `UPDATE run_event SET salt = gen_random_uuid() WHERE ${run} AND seq = 2`,
    2,
  ],
  ["takes a MAC away", (run) => `UPDATE run_event SET mac = NULL WHERE ${run} AND seq = 2`, 2],
  ["takes every MAC away", (run) => `UPDATE run_event SET mac = NULL WHERE ${run}`, 1],
  ["removes an event", (run) => `DELETE FROM run_event WHERE ${run} AND seq = 2`, 2],
  ["cuts the log", (run) => `DELETE FROM run_event WHERE ${run} AND seq >= 3`, 3],
  ["removes the log", (run) => `DELETE FROM run_event WHERE ${run}`, 1],
  [
    "adds an event",
    (run) =>
      `INSERT INTO run_event (run_id, seq, at, type, visibility, payload, mac) SELECT run_id, seq + 1, at, 'hop.started', 'hidden', payload, mac FROM run_event WHERE ${run} AND seq = 4`,
    5,
  ],
  [
    "swaps two events",
    (run) =>
      `WITH one AS (SELECT * FROM run_event WHERE ${run} AND seq = 1), two AS (SELECT * FROM run_event WHERE ${run} AND seq = 2) UPDATE run_event SET payload = given.payload, hop_ref = given.hop_ref, salt = given.salt, mac = given.mac FROM (SELECT 1 AS to, * FROM two UNION ALL SELECT 2, * FROM one) AS given WHERE run_event.${run} AND run_event.seq = given.to`,
    1,
  ],
  ["removes the run", (run) => `DELETE FROM run WHERE ${run.replace("run_id", "id")}`, 1],
];

describe("a run that has ended and is not sealed yet", () => {
  it("is sealed as it was written, and nothing is found", async () => {
    const { runId } = await ended();
    await seal();
    expect(await sealOf(runId)).not.toBeNull();
    expect(await openFindings()).toEqual([]);
    expect([await checkTrail(), await checkRuns()]).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it.each(EDITS)("is not sealed where somebody %s, and the place is told", async (_, edit, seq) => {
    const { runId } = await ended();
    await db().$executeRawUnsafe(edit(`run_id = '${runId}'`));
    await seal();
    expect(await sealOf(runId)).toBeNull();
    expect(await forged()).toEqual([{ fault: "log-forged", runId, seq }]);
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("may be gone under a tombstone of ours, and under no other", async () => {
    const { runId } = await ended();
    await db().run.delete({ where: { id: runId } });
    await db()
      .$executeRaw`INSERT INTO audit_event (id, at, action, target, outcome, detail, salt) VALUES (gen_random_uuid(), now(), 'conversation.erased', 'x', 'allowed', ${{ rule: "retention", runIds: [runId], rows: {} }}, gen_random_uuid())`;
    await seal();
    expect(await forged()).toContainEqual({ fault: "log-forged", runId, seq: 1 });
  });

  it("has MACs that hold for whatever a payload says", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary", maxLength: 20 }), { minLength: 1, maxLength: 4 }),
        fc.double(),
        async (texts, number) => {
          const begun = await createTurn(await createPerson(), newTurn({ leaseMs: -1_000 }));
          if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
          const { runId } = begun.turn;
          const bodies = texts.map((text, index) => ({
            type: "tool.returned" as const,
            hopRef: "h1",
            callId: `c${index}`,
            ok: true,
            result: { [text]: [text, number, "\0\ud800"] },
          }));
          await appendRunEvents(LEASE_OWNER, eventsOf(runId, bodies as never));
          await interruptOrphanedRuns((await findOrphanedRuns()).map(({ id }) => id));
          await seal();
          expect(await sealOf(runId)).not.toBeNull();
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe("a run whose process is gone", () => {
  const HOP = {
    type: "hop.started",
    hopRef: "h1",
    parentRef: null,
    kind: "agent",
    nodeId: "a",
  } as const;
  const begin = async () => {
    const begun = await createTurn(await createPerson(), newTurn({ leaseMs: -1_000 }));
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    await appendRunEvents(LEASE_OWNER, eventsOf(begun.turn.runId, [HOP, HOP, HOP]));
    return begun.turn.runId;
  };
  const OWNER = { leaseOwner: "next-process", leaseMs: 60_000 };

  it("is gone on with where its log is ours, and is one chain afterwards", async () => {
    const runId = await begin();
    const taken = await takeOverRun(runId, OWNER);
    if (typeof taken === "string") throw new Error(taken);
    expect(taken.chain).toMatchObject({ unsigned: 0, mac: expect.anything() });
    await db().run.update({ where: { id: runId }, data: { leaseUntil: new Date(0) } });
    await interruptOrphanedRuns([runId]);
    await seal();
    expect(await sealOf(runId)).not.toBeNull();
    expect(await openFindings()).toEqual([]);
  });

  it("is not gone on with where somebody changed its log; nothing of it is kept, and it is told", async () => {
    const runId = await begin();
    await db()
      .$executeRaw`UPDATE run_event SET payload = '{"kind":"agent","nodeId":"b","parentRef":null}' WHERE run_id = ${runId}::uuid AND seq = 2`;
    expect(await takeOverRun(runId, OWNER)).toBe("forged");
    expect(await interruptOrphanedRuns([runId])).toEqual([runId]);
    expect(await db().nodeHistory.count({ where: { runId } })).toBe(0);
    await seal();
    expect(await sealOf(runId)).toBeNull();
    expect(await forged()).toEqual([{ fault: "log-forged", runId, seq: 2 }]);
  });

  it.each(["at = 'infinity'", "seq = 2147483647", "public_seq = 2147483647"])(
    "ends, and is told, whatever somebody made of its log: %s",
    async (edit) => {
      const runId = await begin();
      await db().$executeRawUnsafe(
        `UPDATE run_event SET ${edit} WHERE run_id = '${runId}' AND seq = 3`,
      );
      expect(await takeOverRun(runId, OWNER)).toBe("forged");
      expect(await interruptOrphanedRuns([runId])).toEqual([runId]);
      await seal();
      expect(await forged()).toEqual([{ fault: "log-forged", runId, seq: 3 }]);
    },
  );

  it("may lack MACs only until the trail says that all events have one", async () => {
    const runId = await begin();
    await db().$executeRaw`UPDATE run_event SET mac = NULL WHERE run_id = ${runId}::uuid`;
    expect(await areEventsSigned(kysely())).toBe(true);
    expect(await takeOverRun(runId, OWNER)).toBe("forged");
    await interruptOrphanedRuns([runId]);
    await seal();
    expect(await forged()).toEqual([{ fault: "log-forged", runId, seq: 1 }]);
  });
});

describe("somebody's rows where those of the sealer belong", () => {
  const plant = (run: string, event: string) =>
    db().$executeRawUnsafe(
      `INSERT INTO run_seal (run_id, event_id, commitments, answer) VALUES (${run}, ${event}, '', '')`,
    );
  const placeOf = async (runId: string) =>
    (await db().auditEvent.findFirstOrThrow({ where: { runId, action: "run.ended" } })).place;
  const isSound = async () =>
    expect([await checkTrail(), await checkRuns()]).toMatchObject([{ ok: true }, { ok: true }]);

  it.each([
    ["of its run", (id: string) => [`'${id}'`, "gen_random_uuid()"]],
    [
      "of its end",
      (id: string) => ["gen_random_uuid()", `(SELECT id FROM audit_event WHERE run_id = '${id}')`],
    ],
    [
      "of its run and a row that has its place",
      (id: string) => [
        `'${id}'`,
        "(SELECT id FROM audit_event WHERE place IS NOT NULL AND action <> 'run.ended' LIMIT 1)",
      ],
    ],
  ])("are removed and told: a seal %s", async (_what, seals) => {
    await seal();
    const { runId } = await ended();
    const [run = "", event = ""] = seals(runId);
    await plant(run, event);
    const sound = await ended();
    await seal();
    expect(await sealOf(runId)).not.toBeNull();
    expect(await sealOf(sound.runId)).not.toBeNull();
    expect((await openFindings()).map(({ fault }) => fault)).toEqual(["seal-changed"]);
    await isSound();
  });

  it("leave a run with the seal of its first end, where it ends twice", async () => {
    const { runId } = await ended();
    await seal();
    const before = await sealOf(runId);
    const { userId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
    const rows = toEndRows({ runId, userId }, { ending: "complete", reason: null }, undefined);
    await insertAuditRows(kysely(), JSON.parse(rows));
    const sound = await ended();
    await seal();
    expect(await sealOf(runId)).toEqual(before);
    expect(await sealOf(sound.runId)).not.toBeNull();
    expect(await forged()).toEqual([{ fault: "seal-changed", runId, seq: null }]);
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("give back the places of those that wait", async () => {
    const first = await ended();
    const size = Number((await seal()).rows) && Number((await placeOf(first.runId)) ?? 0) + 1;
    await db().$executeRaw`
      INSERT INTO audit_event (id, action, target, outcome, place)
      SELECT gen_random_uuid(), 'x', 'x', 'allowed', ${size} + number FROM generate_series(0, ${SEAL_BATCH_ROWS + 10}::int) AS number`;
    const { runId } = await ended();
    while ((await seal()).hasMore);
    expect(await placeOf(runId)).not.toBeNull();
    expect((await openFindings()).map(({ fault }) => fault)).toContain("row-refused");
    await isSound();
  });

  it("do not keep a checkpoint from its number", async () => {
    await ended();
    await seal();
    await db()
      .$executeRaw`SELECT setval(pg_get_serial_sequence('audit_checkpoint', 'id'), 1, false)`;
    const { runId } = await ended();
    await seal();
    expect(await placeOf(runId)).not.toBeNull();
    await ended();
    await seal();
    await isSound();
  });
});
