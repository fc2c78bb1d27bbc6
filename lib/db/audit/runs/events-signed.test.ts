/** A trail from before events of runs had MACs: its runs are taken as they are, until none of them is left. */
import { describe, expect, it } from "vitest";
import { processSlot } from "../../../env/process-wide.ts";
import { db, kysely } from "../../client.ts";
import { appendRunEvents } from "../../runs/append-run-events.ts";
import { interruptOrphanedRuns } from "../../runs/lease/sweep-expired-runs.ts";
import { takeOverRun } from "../../runs/lease/take-over-run.ts";
import { seal } from "../../testing/trail-fixtures.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  newTurn,
  provideTestDatabase,
} from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { openFindings } from "../found/trail-findings.ts";
import { recordAudit } from "../record-audit.ts";
import { areEventsSigned } from "./events-signed.ts";
import { checkRuns } from "./read-runs.ts";

provideTestDatabase();

const HOP = {
  type: "hop.started",
  hopRef: "h1",
  parentRef: null,
  kind: "agent",
  nodeId: "a",
} as const;

/** As the version before wrote it. */
async function beginUnsigned() {
  const begun = await createTurn(await createPerson(), newTurn({ leaseMs: -1_000 }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { runId } = begun.turn;
  await appendRunEvents(LEASE_OWNER, eventsOf(runId, [HOP, HOP, HOP]));
  await db().$executeRaw`UPDATE run_event SET mac = NULL WHERE run_id = ${runId}::uuid`;
  return runId;
}

async function endUnsigned(runId: string) {
  await db().run.update({ where: { id: runId }, data: { status: "complete" } });
  const event = { actorId: null, action: "run.ended", target: `run:${runId}`, runId } as const;
  const detail = { status: "complete", reason: null };
  await recordAudit(kysely(), { ...event, outcome: "allowed", detail });
}

const ofEvents = { action: "trail.signed", detail: { path: ["what"], equals: "events" } };
const signedRows = () => db().auditEvent.findMany({ where: ofEvents });
const sealOf = (runId: string) => db().runSeal.findUnique({ where: { runId } });

describe("a trail from before events had MACs", () => {
  it("takes its runs while one of them goes on, and refuses events without a MAC afterwards", async () => {
    processSlot<true>("events-signed").value = undefined;
    const [ended, dead] = [await beginUnsigned(), await beginUnsigned()];
    await endUnsigned(ended);
    await seal();
    expect(await sealOf(ended)).not.toBeNull();
    expect([await areEventsSigned(kysely()), await signedRows()]).toEqual([false, []]);

    const taken = await takeOverRun(dead, { leaseOwner: "next", leaseMs: -1_000 });
    expect(taken).toMatchObject({ chain: { unsigned: 3 } });
    await interruptOrphanedRuns([dead]);
    await seal();
    expect(await sealOf(dead)).not.toBeNull();
    const end = await db().auditEvent.findFirst({ where: { runId: dead, action: "run.ended" } });
    expect(end?.detail).toMatchObject({ log: { events: 5, unsigned: 3 } });
    expect(await signedRows()).toMatchObject([{ detail: { what: "events" } }]);
    expect(await areEventsSigned(kysely())).toBe(true);
    expect([await openFindings(), await checkRuns()]).toEqual([
      [],
      expect.objectContaining({ ok: true }),
    ]);

    const late = await beginUnsigned();
    expect(await takeOverRun(late, { leaseOwner: "next", leaseMs: -1_000 })).toBe("forged");
  });
});
