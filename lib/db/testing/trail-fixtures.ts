/** Fixtures of tests that seal and check a trail. */
import "server-only";
import { vi } from "vitest";
import { type TrailVerdict, verifyTrail } from "../../audit/verify-trail.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { forgetSettings } from "../../env/settings.ts";
import { readCheckpoints, readTrail } from "../audit/read-trail.ts";
import { insertAuditRows } from "../audit/record-audit.ts";
import { toEndRows } from "../audit/record-in-statement.ts";
import { type Sealed, sealTrail } from "../audit/seal/seal-trail.ts";
import { type TrailKeys, trailKeys } from "../audit/trail-keys.ts";
import { db, kysely } from "../client.ts";
import { appendRunEvents, insertEvents } from "../runs/append-run-events.ts";
import { findOrphanedRuns, interruptOrphanedRuns } from "../runs/lease/sweep-expired-runs.ts";
import { endOfLog, NEW_CHAIN, signEvents, toEventRows } from "../runs/signed-event.ts";
import { beginTurn, createPerson, eventsOf, LEASE_OWNER } from "./turn-fixtures.ts";

/** Keys from the settings, as in the product. */
export const TRAIL_KEYS: TrailKeys = {
  get signer() {
    return trailKeys().signer;
  },
  get verifierKeys() {
    return trailKeys().verifierKeys;
  },
  get rowKeys() {
    return trailKeys().rowKeys;
  },
};

/** A key of this byte alone, as the settings have it. */
export const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64url");

/** The process goes on as an instance with these keys of rows. */
export function changeRowKeys(own: number, ...others: readonly number[]): void {
  vi.stubEnv("AUDIT_ROW_KEY", keyOf(own));
  vi.stubEnv("AUDIT_OLD_ROW_KEYS", others.map(keyOf).join());
  forgetSettings();
}

/** @returns what was sealed; the test's database has one sealer */
export async function seal(): Promise<Sealed> {
  const sealed = await sealTrail(TRAIL_KEYS, null);
  if (!sealed) throw new Error("another sealer was at work");
  return sealed;
}

export function checkTrail(anchors: readonly string[] = []): Promise<TrailVerdict> {
  return readCheckpoints().then((checkpoints) =>
    verifyTrail({
      entries: readTrail(),
      checkpoints,
      anchors,
      verifierKeys: TRAIL_KEYS.verifierKeys,
    }),
  );
}

const LOG = ["h1", "h2", "h3"].map(
  (hopRef): LogEventBody => ({
    type: "hop.started",
    hopRef,
    parentRef: null,
    kind: "coordinator",
    nodeId: "coordinator",
  }),
);

/** A run with three events before its end, and an answer. */
export async function endRun(then: () => Promise<unknown> = seal) {
  const person = await createPerson();
  const { runId, conversationId } = await beginTurn(person, { leaseMs: -1_000 });
  await appendRunEvents(LEASE_OWNER, eventsOf(runId, LOG));
  await interruptOrphanedRuns((await findOrphanedRuns()).map(({ id }) => id));
  await then();
  return { person, runId, conversationId };
}

/** Writes one more event into the log of a run whose end waits for its place, as its process would have before the end. */
export async function noteInLog(runId: string, body: LogEventBody): Promise<void> {
  const last = await db().runEvent.findFirstOrThrow({ where: { runId }, orderBy: { seq: "desc" } });
  const event = { runId, seq: last.seq + 1, publicSeq: null, at: new Date().toISOString(), body };
  const signed = signEvents([event], last.mac);
  await insertEvents(kysely(), toEventRows(signed)).execute();
  const where = { runId, action: "run.ended", place: null };
  const end = await db().auditEvent.findFirstOrThrow({ where });
  await db().auditEvent.delete({ where: { id: end.id } });
  const { userId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  const { status: ending, reason } = end.detail as { status: "complete"; reason: null };
  const rows = toEndRows({ runId, userId }, { ending, reason }, endOfLog(signed, NEW_CHAIN));
  await insertAuditRows(kysely(), JSON.parse(rows));
}

const PROVED = [
  "audit_event",
  "audit_leaf",
  "audit_checkpoint",
  "run_seal",
  "run_event",
  "message",
];

/** Does what a rewriter would, looks, and takes it back. */
export async function tamper<Verdict>(
  statements: readonly string[],
  look: () => Promise<Verdict>,
): Promise<Verdict> {
  const before = await Promise.all(PROVED.map(readRows));
  for (const statement of statements) await db().$executeRawUnsafe(statement);
  const verdict = await look();
  for (const [index, name] of PROVED.entries()) await writeRows(name, before[index]);
  return verdict;
}

async function readRows(name: string): Promise<unknown> {
  const [row] = await db().$queryRawUnsafe<{ rows: unknown }[]>(
    `SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') AS rows FROM ${name} t`,
  );
  return row?.rows;
}

/** Without triggers: what refers to a message stays while it is away. */
async function writeRows(name: string, rows: unknown): Promise<void> {
  await db().$transaction([
    db().$executeRawUnsafe("SET LOCAL session_replication_role = replica"),
    db().$executeRawUnsafe(`DELETE FROM ${name}`),
    db().$executeRawUnsafe(
      `INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      JSON.stringify(rows),
    ),
  ]);
}
