/** Continues an answer: its new version begins with the text so far and has a new run. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import type { CreatedTurn } from "../created-turn.ts";
import { type ReplaceAnswer, type ReplaceRefusal, replaceAnswer } from "./replace-answer.ts";

export type CreateContinuingResult =
  | { ok: true; turn: CreatedTurn; replacedRunId: string }
  | { ok: false; reason: "not-continuable" | ReplaceRefusal };

/** @returns the turn; `not-continuable` unless the answer is this actor's newest, over, not whole, and has text */
export async function createContinuing(
  actor: Actor,
  input: ReplaceAnswer,
): Promise<CreateContinuingResult> {
  const replaced = await replaceAnswer(actor, input, "continued");
  return replaced.ok ? replaced : { ok: false, reason: replaced.reason ?? "not-continuable" };
}
