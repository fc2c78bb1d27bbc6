/** Searches the events of a run within the fields that the operator may read. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { RunSearch, RunSearchHit } from "../../contracts/inspector/run/run-search.ts";
import { type StoredHit, searchRun } from "../../db/inspector/run/search-run.ts";
import { SEARCH_AROUND_CHARS } from "../limits.ts";
import { payloadAccessOf } from "../payload-access.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function searchInRun(actor: Actor, runId: string, words: string): Promise<RunSearch> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  // Otherwise hidden words could be guessed.
  if (access === "all-masked") return { hits: [], total: 0, scope: "open" };
  const isMasked = access === "masked";
  const { hits, total } = await searchRun(actor, runId, words, isMasked);
  return {
    hits: hits.map((hit) => ({
      seq: hit.seq,
      type: hit.type,
      hopRef: hit.hopRef,
      at: hit.at.toISOString(),
      excerpt: isMasked ? null : findExcerpt(hit, words),
    })),
    total,
    scope: isMasked ? "open" : "everything",
  };
}

/** The first value, in stored order, that contains the words. */
function findExcerpt({ payload }: StoredHit, words: string): RunSearchHit["excerpt"] {
  if (typeof payload !== "object" || payload === null) return null;
  const wanted = words.toLowerCase();
  for (const [field, value] of Object.entries(payload)) {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    const at = text.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    const end = at + words.length;
    return {
      field,
      before: text.slice(Math.max(0, at - SEARCH_AROUND_CHARS), at),
      match: text.slice(at, end),
      after: text.slice(end, end + SEARCH_AROUND_CHARS * 2),
    };
  }
  return null;
}
