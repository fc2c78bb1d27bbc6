/** Records which policies differ from those last recorded: new versions, also those that an operator wrote by SQL. */
import "server-only";
import { sql } from "kysely";
import { policyDigest } from "../audit/covered/find-edited-settings.ts";
import { nextNumber, numberOf } from "../audit/covered/numbered-rows.ts";
import { readStanding } from "../audit/covered/standing-rows.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { DatabaseTransaction } from "../client.ts";
import { columnsOf } from "../typed-sql.ts";

/** An arbitrary advisory lock id: who holds it compares and records. */
const LOCK = 7_260_413;
const TARGET = "policies";

/** Until the transaction ends, so that no change is recorded twice. */
export async function lockPolicies(transaction: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(transaction);
}

/** Call `lockPolicies` first. The actor of a row is the operator who wrote the version, if the policy names one. */
export async function recordPolicyChanges(transaction: DatabaseTransaction): Promise<void> {
  const recorded = await readRecorded(transaction);
  const newest = await readNewest(transaction);
  for (const { name, version, createdBy, sha256 } of newest) {
    const before = recorded.get(name);
    recorded.delete(name);
    if (before?.version === version && before.sha256 === sha256) continue;
    await record(transaction, createdBy, { name, version, sha256 });
  }
  for (const [name, { version, sha256 }] of recorded) {
    if (sha256 !== null) await record(transaction, null, { name, version, sha256: null });
  }
}

type Recorded = { name: string; version: number; sha256: string | null };

async function record(
  transaction: DatabaseTransaction,
  actorId: string | null,
  { name, version, sha256 }: Recorded,
) {
  const nth = await nextNumber(transaction, TARGET, ["policy.changed"]);
  return recordAudit(transaction, {
    actorId,
    action: "policy.changed",
    target: TARGET,
    outcome: "allowed",
    detail: { name, version, sha256, nth },
  });
}

/** The newest row of each name in the trail. */
async function readRecorded(transaction: DatabaseTransaction): Promise<Map<string, Recorded>> {
  const stands = await readStanding(transaction);
  const detail = columnsOf("audit_event")("detail");
  const name = sql<string>`${detail}->>'name'`;
  const rows = await transaction
    .selectFrom("audit_event")
    .distinctOn(name)
    .select([
      name.as("name"),
      sql<number>`(${detail}->>'version')::int`.as("version"),
      sql<string | null>`${detail}->>'sha256'`.as("sha256"),
    ])
    .where("target", "=", TARGET)
    .where("action", "=", "policy.changed")
    .where(stands("audit_event"))
    .orderBy(name)
    // Clocks of instances differ: a row without a place was written after those that have one.
    .orderBy(sql`place DESC NULLS FIRST`)
    .orderBy(numberOf, (order) => order.desc().nullsLast())
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

async function readNewest(transaction: DatabaseTransaction) {
  const rows = await transaction
    .selectFrom("policy")
    .distinctOn("name")
    .select(["name", "version", "text", "mode", "enabled", "created_by as createdBy"])
    .orderBy("name")
    .orderBy("version", "desc")
    .execute();
  return rows.map(({ text, mode, enabled, ...row }) => ({
    ...row,
    sha256: policyDigest({ text, mode, enabled }),
  }));
}
