import "server-only";
/** Retries a turn in one statement: supersedes an answer with what is behind it, and creates an empty one with a new run. */
import type { Actor } from "../../../access/actor.ts";
import { type CreatedTurn, toCreatedTurn } from "../created-turn.ts";
import { runCreateRetry } from "./create-retry-statement.ts";
import { type ReplaceAnswer, type ReplaceRefusal, tryToReplace } from "./try-to-replace.ts";

export type CreateRetryResult =
  | { ok: true; turn: CreatedTurn; replacedRunId: string }
  | { ok: false; reason: "not-retryable" | ReplaceRefusal };

/** @returns the turn; `not-retryable` unless the answer is this actor's, shown, and its run is over */
export async function createRetry(actor: Actor, input: ReplaceAnswer): Promise<CreateRetryResult> {
  const tried = await tryToReplace(actor, input, runCreateRetry);
  if (!tried.ok) return { ok: false, reason: tried.reason ?? "not-retryable" };
  const { row, known } = tried;
  return { ok: true, turn: toCreatedTurn(row, known), replacedRunId: row.run_id };
}
