import "server-only";
/** Runs a statement in which a new answer replaces the newest one, and says in one word why it may not. */
import { randomUUID } from "node:crypto";
import { v7 as timeOrderedId } from "uuid";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { constraintReason } from "../../constraint-reasons.ts";
import { SLOT_ATTEMPTS_MAX } from "../../limits.ts";
import type { KnownTurn } from "../created-turn.ts";
import { exhaustedBudget, type LimitReached, type RunLimits } from "../run-limits.ts";
import type { ReplaceValues } from "./replace-answer.ts";

export type ReplaceAnswer = {
  answerMessageId: string;
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
  limits: RunLimits;
};

export type ReplaceRefusal = "run-active" | LimitReached;

type ReplacedRow = {
  slot: number | null;
  may_send: boolean;
  spent_today: number | null;
  spent_this_month: number | null;
  conversation_id: string;
  user_message_id: string;
  content: string;
};

/** `reason` is null where the answer cannot be replaced in this way. */
export type Tried<Row> =
  | { ok: true; row: Row; known: KnownTurn }
  | { ok: false; reason: ReplaceRefusal | null };

/** @param statement returns one row, or none where the answer cannot be replaced in this way */
export async function tryToReplace<Row extends ReplacedRow>(
  actor: Actor,
  input: ReplaceAnswer,
  statement: (values: ReplaceValues) => Promise<Row[]>,
): Promise<Tried<Row>> {
  assertCan(actor, "chat:use");
  const ids = { answerMessageId: randomUUID(), runId: timeOrderedId() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(actor, input, ids, statement);
    } catch (error) {
      const reason = constraintReason(error, ["run-active", "stale-snapshot", "slot-taken"]);
      if (reason !== "run-active" && attempt < SLOT_ATTEMPTS_MAX) continue;
      return { ok: false, reason: reason === "slot-taken" ? "too-many-runs" : "run-active" };
    }
  }
}

async function attemptOnce<Row extends ReplacedRow>(
  { userId, role }: Actor,
  input: ReplaceAnswer,
  ids: { answerMessageId: string; runId: string },
  statement: (values: ReplaceValues) => Promise<Row[]>,
): Promise<Tried<Row>> {
  const { answerMessageId: oldAnswerId, limits, ...given } = input;
  const [row] = await statement({ ...given, ...limits, ...ids, oldAnswerId, userId });
  if (!row) return { ok: false, reason: null };
  if (row.slot === null) return { ok: false, reason: "too-many-runs" };
  if (!row.may_send) return { ok: false, reason: "too-many-sends" };
  const spent = { today: row.spent_today, thisMonth: row.spent_this_month };
  const exhausted = exhaustedBudget(spent, limits);
  if (exhausted) return { ok: false, reason: exhausted };
  const known = {
    ...ids,
    conversationId: row.conversation_id,
    userMessageId: row.user_message_id,
    userId,
    role,
    agentId: input.agentId,
    text: row.content,
    spent,
  };
  return { ok: true, row, known };
}
