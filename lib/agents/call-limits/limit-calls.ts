/** Ends loops of a model that calls tools on and on: the same call again and again, or more calls than a turn may have. Pure. */
import "server-only";
import { canonicalJson } from "../../agent-state/canonical-digest.ts";
import { parseExact } from "../../contracts/json/exact-numbers.ts";
import { isRecord } from "../../contracts/read-json.ts";
import type { ModelToolCall } from "../../llm/model-types.ts";
import { SAME_CALL_ANSWERED_FROM, SAME_CALL_ENDS_AT } from "../limits.ts";

export const KNOWN_ALREADY =
  "You have this result already: it is the same call as before, and it was not run again. Use the result, call something else, or answer the person.";
export const LAST_WORDS =
  "You have asked for this again and again, and it is not run any more. No tools can be used now. Answer the person in words, from the results that you have, and say plainly what is missing.";
export const BUDGET_SPENT =
  "This call was not run: the limit of tool calls for one turn is reached. No tools can be used now. Answer the person in words, from the results that you have, and say plainly what is missing.";

/** The newest call, and how often it came without another between. */
export type CallCounts = { last: string; times: number; all: number };

export function noCalls(): CallCounts {
  return { last: "", times: 0, all: 0 };
}

type Limits = { max?: number | undefined; countsItself?: boolean };

export type CallLimit = {
  /** What the call is answered with in place of a run; null where it may run. */
  instead: string | null;
  /** Whether the model may only answer in words from now on. */
  isLast: boolean;
};

/**
 * Counts a call.
 * @param max calls of this loop; absent: as many as it likes
 * @param countsItself the tool has attempts of its own to count: then only the last limit is this one
 */
export function limitCall(
  counts: CallCounts,
  { name, arguments: text }: Pick<ModelToolCall, "name" | "arguments">,
  { max = Number.POSITIVE_INFINITY, countsItself = false }: Limits = {},
): CallLimit {
  const key = `${name} ${sameWords(text)}`;
  counts.times = key === counts.last ? counts.times + 1 : 1;
  counts.last = key;
  counts.all += 1;
  if (counts.times >= SAME_CALL_ENDS_AT) return { instead: LAST_WORDS, isLast: true };
  if (counts.all > max) return { instead: BUDGET_SPENT, isLast: true };
  const isKnown = counts.times >= SAME_CALL_ANSWERED_FROM && !countsItself;
  return { instead: isKnown ? KNOWN_ALREADY : null, isLast: false };
}

/** The same arguments in another order, or with other spaces, are the same. */
function sameWords(text: string): string {
  try {
    const parsed = parseExact(text.trim() || "{}");
    if (!isRecord(parsed)) return text;
    return canonicalJson(parsed, "arguments");
  } catch {
    return text;
  }
}
