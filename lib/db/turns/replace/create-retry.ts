/** Retries a turn: supersedes an answer with what is behind it, and creates an empty one with a new run. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import type { CreatedTurn } from "../created-turn.ts";
import { type ReplaceAnswer, type ReplaceRefusal, replaceAnswer } from "./replace-answer.ts";

export type CreateRetryResult =
  | { ok: true; turn: CreatedTurn; replacedRunId: string }
  | { ok: false; reason: "not-retryable" | ReplaceRefusal };

/** @returns the turn; `not-retryable` unless the answer is this actor's, shown, and its run is over */
export async function createRetry(actor: Actor, input: ReplaceAnswer): Promise<CreateRetryResult> {
  const replaced = await replaceAnswer(actor, input, "retried");
  return replaced.ok ? replaced : { ok: false, reason: replaced.reason ?? "not-retryable" };
}
