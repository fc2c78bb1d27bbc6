/** Adds facts to a context state by one delta. A field that quotes a turn is left out; a fact too large is left out. */
import "server-only";
import { type AppliedDelta, applyDelta } from "../../context-state/apply-delta.ts";
import {
  FACTS_CONTEXT,
  type Fact,
  Fact as FactSchema,
  type FactsContext,
  type FactsDelta,
  isTyped,
  numberOf,
  orderedFacts,
  sizeOf,
} from "../../context-state/facts-context.ts";
import { FACTS_MAX, FACTS_MAX_CHARS } from "../../context-state/limits.ts";
import { findQuotedTurn, type SaidTurn } from "../../context-state/quotes-turn.ts";
import { keepTexts } from "./collect-facts.ts";

export type AddedFacts = {
  /** Null where nothing changed. */
  change: { delta: FactsDelta; applied: AppliedDelta<FactsContext> } | null;
  state: FactsContext;
  /** Why a delta, or a part of it, was refused. Contains no content. */
  refused: string[];
};

/** @param said the turns that no fact may quote */
export function addFacts(
  state: FactsContext,
  added: readonly Fact[],
  said: readonly SaidTurn[],
): AddedFacts {
  const fitting = added.filter((fact) => FactSchema.safeParse(fact).success);
  const tooLarge = added.length - fitting.length;
  const refused = tooLarge > 0 ? [`over-limit: ${tooLarge} facts are too large`] : [];
  const whole = tryFacts(state, fitting, said);
  if (whole.ok) return { ...whole.added, refused };
  const quoting = new Set<string>();
  const some = fitting.map((fact) => withoutQuotes(fact, said, quoting));
  refused.push(`${whole.reason} (${[...quoting].join(", ") || "several fields together"})`);
  const partly = tryFacts(state, some, said);
  if (partly.ok) return { ...partly.added, refused };
  // Several fields together quote a turn.
  refused.push(`${partly.reason} (several fields together)`);
  const bare = tryFacts(
    state,
    fitting.map((fact) => keepTexts(fact, isTyped)),
    said,
  );
  return bare.ok ? { ...bare.added, refused } : { change: null, state, refused };
}

/** @param quoting receives the names of the fields that quote a turn */
function withoutQuotes(fact: Fact, said: readonly SaidTurn[], quoting: Set<string>): Fact {
  return keepTexts(fact, (text, path) => {
    const isQuote = findQuotedTurn([text], said, FACTS_CONTEXT.measure) !== null;
    if (isQuote) quoting.add(`${fact.tool} ${path}`);
    return !isQuote;
  });
}

/** Removes the facts of a run whose answer is replaced. */
export function forgetRun(state: FactsContext, run: string): Pick<AddedFacts, "change" | "state"> {
  const own = orderedFacts(state).filter(([, fact]) => fact.run === run);
  if (own.length === 0) return { change: null, state };
  const delta = { facts: Object.fromEntries(own.map(([key]) => [key, null])) };
  const applied = applyDelta(state, delta, { turnText: "", schema: FACTS_CONTEXT });
  return applied.ok
    ? { change: { delta, applied }, state: applied.state }
    : { change: null, state };
}

type Tried =
  | { ok: true; added: Pick<AddedFacts, "change" | "state"> }
  | { ok: false; reason: string };

function tryFacts(state: FactsContext, added: readonly Fact[], said: readonly SaidTurn[]): Tried {
  if (added.length === 0) return { ok: true, added: { change: null, state } };
  const delta = toDelta(state, added);
  const applied = applyDelta(state, delta, { turnText: "", said, schema: FACTS_CONTEXT });
  if (!applied.ok) return { ok: false, reason: `${applied.reason}: ${applied.detail}` };
  return { ok: true, added: { change: { delta, applied }, state: applied.state } };
}

/** The newest facts that fit, under the next keys; older ones make room. */
function toDelta(state: FactsContext, added: readonly Fact[]): FactsDelta {
  const known = orderedFacts(state);
  const last = Math.max(0, ...known.map(([key]) => numberOf(key)));
  const named = added.map((fact, index) => [`f${last + index + 1}`, fact] as const);
  const all = [...known, ...named];
  let first = Math.max(0, all.length - FACTS_MAX);
  const kept = () => all.slice(first).map(([, fact]) => fact);
  while (sizeOf(kept()) > FACTS_MAX_CHARS) first += 1;
  const gone = known.slice(0, first).map(([key]) => [key, null] as const);
  const come = named.slice(Math.max(0, first - known.length));
  return { facts: Object.fromEntries([...gone, ...come]) };
}
