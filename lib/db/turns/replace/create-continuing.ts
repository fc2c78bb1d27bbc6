import "server-only";
/** Continues an answer in one statement: its new version begins with the text so far and has a new run. */
import type { Actor } from "../../../access/actor.ts";
import { readSources } from "../../../contracts/public/sources/read-sources.ts";
import { type CreatedTurn, toCreatedTurn } from "../created-turn.ts";
import { runCreateContinuing } from "./create-continuing-statement.ts";
import { type ReplaceAnswer, type ReplaceRefusal, tryToReplace } from "./try-to-replace.ts";

export type CreateContinuingResult =
  | { ok: true; turn: CreatedTurn; replacedRunId: string }
  | { ok: false; reason: "not-continuable" | ReplaceRefusal };

/** @returns the turn; `not-continuable` unless the answer is this actor's newest, over, not whole, and has text */
export async function createContinuing(
  actor: Actor,
  input: ReplaceAnswer,
): Promise<CreateContinuingResult> {
  const tried = await tryToReplace(actor, input, runCreateContinuing);
  if (!tried.ok) return { ok: false, reason: tried.reason ?? "not-continuable" };
  const { row, known } = tried;
  const continued = {
    fromRunId: row.run_id,
    agentId: row.written_by,
    text: row.so_far,
    sources: readSources(row.so_far_sources),
    results: row.results ?? [],
  };
  return { ok: true, turn: toCreatedTurn(row, known, continued), replacedRunId: row.run_id };
}
