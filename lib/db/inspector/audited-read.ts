/** Reading hidden state is an effect: the read and its audit row share a transaction, and nothing leaves before the row is read back. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import { recordForeignRules } from "../audit/found/foreign-rules.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { assertKept, untilSealed } from "../audit/seal/kept-rows.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { tellPerson } from "./record-look.ts";
import { withAudit } from "./with-audit.ts";

/** What is read, by name and number. Never a payload. */
type InspectedPart =
  | {
      part:
        | "run"
        | "trace"
        | "events"
        | "search"
        | "transcript"
        | "tree"
        | "plan"
        | "account"
        | "comparison"
        | "candidates";
      afterSeq: number;
      throughSeq?: number;
    }
  | { part: "hop"; seq: number }
  | { part: "hops"; count: number }
  | { part: "calls" | "call" | "why"; seq: number };

/** Writes the audit row of a read that the transaction is about to make. */
export async function recordInspection(
  transaction: DatabaseTransaction,
  actor: Actor,
  runId: string,
  detail: InspectedPart,
): Promise<void> {
  const event = toInspection(actor, runId, detail);
  keepLook(transaction, await withAudit(() => recordAudit(transaction, event)));
}

type KeptLook = {
  id: string;
  /** Whose list of looks has it. */
  personId: string | null;
};

const looks = new WeakMap<DatabaseTransaction, KeptLook[]>();

/** Has a row of the transaction read back behind its commit, and its person told. */
export function keepLook(
  transaction: DatabaseTransaction,
  id: string,
  personId: string | null = null,
): void {
  looks.set(transaction, [...(looks.get(transaction) ?? []), { id, personId }]);
}

export function toInspection(actor: Actor, runId: string, detail: InspectedPart): AuditEvent {
  const target = `run:${runId}`;
  return {
    actorId: actor.userId,
    action: "run.inspected",
    target,
    outcome: "allowed",
    runId,
    detail,
  };
}

/**
 * Forces the index on the run's id. The planner assumes a run of average length; with few runs and a long one among
 * them it would scan the whole log.
 */
const BY_ID = sql`SELECT set_config('enable_seqscan', 'off', true)`;

/**
 * Reads in one transaction with one snapshot. Nothing is returned before it has committed and its rows were read back, so
 * nothing can be sent without a stored audit row.
 * @param stand waits until the rows of these ids are there
 */
export async function auditedRead<Result>(
  read: (transaction: DatabaseTransaction) => Promise<Result>,
  stand: (ids: readonly string[]) => Promise<void> = assertKept,
): Promise<Result> {
  let kept: readonly KeptLook[] = [];
  const result = await kysely()
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      await BY_ID.execute(transaction);
      const found = await read(transaction);
      kept = looks.get(transaction) ?? [];
      return found;
    });
  await withAudit(() => stand(kept.map(({ id }) => id)));
  for (const { personId } of kept) if (personId !== null) tellPerson(personId);
  return result;
}

/** As `auditedRead`, answered once its rows are sealed. @throws AppError `audit-unavailable` */
export async function sealedRead<Result>(
  read: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  await withAudit(recordForeignRules);
  return auditedRead(read, untilSealed);
}
