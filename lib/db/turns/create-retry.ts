import "server-only";
/** Retries a turn in one statement: supersedes the newest answer and creates an empty one with a new run. */
import { randomUUID } from "node:crypto";
import { v7 as timeOrderedId } from "uuid";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { constraintReason } from "../constraint-reasons.ts";
import { SLOT_ATTEMPTS_MAX } from "../limits.ts";
import { runCreateRetry } from "./create-retry-statement.ts";
import { type CreatedTurn, toCreatedTurn } from "./created-turn.ts";
import type { RunLimits } from "./run-limits.ts";

export type CreateRetry = {
  answerMessageId: string;
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
  limits: RunLimits;
};

type RetryIds = { answerMessageId: string; runId: string };

export type CreateRetryResult =
  | { ok: true; turn: CreatedTurn; replacedRunId: string }
  | { ok: false; reason: "not-retryable" | "run-active" | "too-many-runs" | "too-many-sends" };

/** @returns the turn; `not-retryable` unless the answer is this actor's newest and its run is over */
export async function createRetry(actor: Actor, input: CreateRetry): Promise<CreateRetryResult> {
  assertCan(actor, "chat:use");
  const ids = { answerMessageId: randomUUID(), runId: timeOrderedId() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptRetry(actor, input, ids);
    } catch (error) {
      const reason = constraintReason(error, ["run-active", "stale-snapshot", "slot-taken"]);
      if (reason !== "run-active" && attempt < SLOT_ATTEMPTS_MAX) continue;
      return { ok: false, reason: reason === "slot-taken" ? "too-many-runs" : "run-active" };
    }
  }
}

async function attemptRetry(
  actor: Actor,
  input: CreateRetry,
  ids: RetryIds,
): Promise<CreateRetryResult> {
  const { answerMessageId: oldAnswerId, limits, ...given } = input;
  const { userId, role } = actor;
  const [row] = await runCreateRetry({ ...given, ...limits, ...ids, oldAnswerId, userId });
  if (!row) return { ok: false, reason: "not-retryable" };
  if (row.slot === null) return { ok: false, reason: "too-many-runs" };
  if (!row.may_send) return { ok: false, reason: "too-many-sends" };
  const turn = toCreatedTurn(row, {
    ...ids,
    conversationId: row.conversation_id,
    userMessageId: row.user_message_id,
    userId,
    role,
    agentId: input.agentId,
    text: row.content,
  });
  return { ok: true, turn, replacedRunId: row.run_id };
}
