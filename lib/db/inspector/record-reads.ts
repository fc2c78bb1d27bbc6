/** Authorises and audits a read of a conversation's hidden state across its runs. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { AppError } from "../../errors/app-error.ts";
import { recordAuditOnce, recordConversationAudit } from "../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { DENIED_TARGET_MAX_CHARS, DENIED_TARGETS_MAX, FOLLOWING_AUDITED_MS } from "../limits.ts";
import { auditedRead, keepLook, toInspection } from "./audited-read.ts";
import { recordLookOnce } from "./record-look.ts";
import { withAudit } from "./with-audit.ts";

const RUN = /\/runs\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/i;

/** What is read, by name and number. Never a payload. */
export type ConversationPart =
  | { part: "states"; runId: string }
  | ({ part: "context" } & OfBranch)
  | ({ part: "context-check"; agentId: string } & OfBranch)
  | ({ part: "context-steps"; agentId: string; from: number; to: number } & OfBranch);

/** The run whose branch was read; absent: the path that the person sees. */
type OfBranch = { runId?: string };

export function ofBranch(branchOf: string | null): OfBranch {
  return branchOf === null ? {} : { runId: branchOf };
}

/**
 * Audited as `conversation.inspected` before anything is read.
 * @throws AppError `forbidden`, and `not-found` if there is no such conversation
 */
export async function readConversationPart<Result>(
  actor: Actor,
  conversationId: string,
  detail: ConversationPart,
  read: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const id = await withAudit(() =>
      recordConversationAudit(transaction, conversationId, {
        actorId: actor.userId,
        action: "conversation.inspected",
        outcome: "allowed",
        detail,
        runId: detail.runId ?? null,
      }),
    );
    if (id === null) throw new AppError("not-found");
    keepLook(transaction, id);
    return read(transaction);
  });
}

/**
 * Audits a read that repeats: one row per minute covers all of them.
 * Writes a row, unless this operator's own row for this part of this run is younger than a minute.
 */
export async function recordFollowing(
  transaction: DatabaseTransaction,
  actor: Actor,
  runId: string,
  part: "trace" | "transcript" | "tree" | "candidates",
): Promise<void> {
  const event = toInspection(actor, runId, { part, afterSeq: 0 });
  const repetition = { withinMs: FOLLOWING_AUDITED_MS, sameBy: "detail" } as const;
  const id = await withAudit(() => recordAuditOnce(transaction, event, repetition));
  if (id !== null) keepLook(transaction, id);
}

/**
 * Records that an operator read a list of runs or figures over them: one row a minute and kind.
 * @throws AppError `audit-unavailable`: then nothing may be read
 */
export async function recordListRead(
  { userId }: Actor,
  action: "runs.listed" | "runs.searched" | "overview.read" | "spending.read" | "verdicts.read",
): Promise<void> {
  const read = { actorId: userId, action, target: "runs", outcome: "allowed", detail: {} } as const;
  await recordLookOnce(read, { withinMs: FOLLOWING_AUDITED_MS });
}

/**
 * Records a denied attempt to read hidden state: one row a minute for each person and address, and not endless ones.
 * @param actor null: signed out
 * @param target the requested address, e.g. `/admin/runs`. Never a payload.
 */
export async function recordDenial(actor: Actor | null, target: string): Promise<void> {
  await recordAuditOnce(
    kysely(),
    {
      actorId: actor?.userId ?? null,
      action: "inspector.denied",
      target: target.slice(0, DENIED_TARGET_MAX_CHARS),
      outcome: "denied",
      runId: RUN.exec(target)?.[1] ?? null,
      detail: {},
    },
    { withinMs: FOLLOWING_AUDITED_MS, rowsMax: DENIED_TARGETS_MAX },
  );
}
