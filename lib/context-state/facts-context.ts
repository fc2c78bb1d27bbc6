/** `facts@1`: what an agent with a tool history remembers instead, where structured memory is forced on it. */

import { z } from "zod";
import { canonicalize } from "../contracts/json/canonical-json.ts";
import { JsonValue } from "../contracts/json/json-value.ts";
import { type Origin, StoredOrigin, UNKNOWN } from "../contracts/model/origin.ts";
import type { ContextSchema } from "./context-schema.ts";
import { FACT_MAX_CHARS, FACT_RUN_WORDS, FACTS_MAX, FACTS_MAX_CHARS } from "./limits.ts";

/** `unknown`: the call was read from stored messages, which do not say how it ended. */
const FactOutcome = z.enum(["ok", "failed", "denied", "stopped", "unknown"]);
export type FactOutcome = z.infer<typeof FactOutcome>;

/** Names that a tool declares. No inherited property has a capital or a digit in this position. */
const fieldName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/)
  .refine((name) => name !== "constructor" && name !== "prototype", "is reserved");

/** The fields that the tool declares as remembered (`Tool.remembers`), and no others. */
const fields = z.record(fieldName, JsonValue);

/** Calls of one tool in one run that left the same behind. */
export const Fact = z
  .strictObject({
    run: z.string().min(1).max(120),
    tool: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    outcome: FactOutcome,
    count: z.int().min(1),
    arguments: fields.optional(),
    result: fields.optional(),
    /** Where they come from. Absent: remembered before origins were kept. */
    origin: z.optional(StoredOrigin),
  })
  .refine((fact) => sizeOf(fact) <= FACT_MAX_CHARS, "is too large");
export type Fact = z.infer<typeof Fact>;

/** `f1`, `f2`, …: a later fact has a higher number. */
const factKey = z.string().regex(/^f[1-9][0-9]{0,8}$/);

const FactsContext = z.strictObject({
  facts: z
    .record(factKey, Fact)
    .refine((facts) => Object.keys(facts).length <= FACTS_MAX, "too many facts")
    .refine((facts) => sizeOf(Object.values(facts)) <= FACTS_MAX_CHARS, "are too large together"),
});
export type FactsContext = z.infer<typeof FactsContext>;

/** Null removes a fact. */
const FactsDelta = z.strictObject({ facts: z.record(factKey, Fact.nullable()).optional() });
export type FactsDelta = z.infer<typeof FactsDelta>;

const TYPED = [
  /^[+-]?[0-9]+(?:[.,][0-9]+)*(?:e[+-]?[0-9]+)?%?$/i,
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  /^[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?$/,
  /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?$/i,
];

/** True for an id (UUID), a number, a date or a time. */
export function isTyped(text: string): boolean {
  return TYPED.some((pattern) => pattern.test(text));
}

export const FACTS_CONTEXT: ContextSchema<FactsContext> = {
  name: "facts@1",
  state: FactsContext,
  delta: FactsDelta,
  rules: { facts: "entries" },
  empty: { facts: {} },
  // Facts are numbered, and tools name their fields.
  namesKey: () => true,
  quotable: (delta) =>
    Object.values((delta as FactsDelta).facts ?? {}).flatMap((fact) => textFieldsOf(fact)),
  measure: { personRunWords: FACT_RUN_WORDS, isTyped },
};

/** What a tool and its caller wrote; the other fields are ids, names of tools and numbers. */
function textFieldsOf(fact: Fact | null): unknown[] {
  return [fact?.arguments, fact?.result];
}

/**
 * The facts as a prompt reads them: tool, how the calls ended, how often, and the remembered fields. The same state
 * gives the same text, whatever order the database gave the keys.
 *
 * @returns null where there are none
 */
export function describeFacts(context: FactsContext): string | null {
  const facts = orderedFacts(context).map(([, fact]) => describeFact(fact));
  if (facts.length === 0) return null;
  return `Facts from earlier results, oldest first:\n[${facts.join(",")}]`;
}

function describeFact({ tool, outcome, count, arguments: given, result }: Fact): string {
  const fields = Object.entries({ tool, outcome, count, arguments: given, result });
  const known = fields.filter(
    ([name, value]) => value !== undefined && !(name === "outcome" && value === "unknown"),
  );
  return `{${known.map(([name, value]) => `"${name}":${canonicalize(value)}`).join(",")}}`;
}

export function factOrigins({ facts }: FactsContext): Origin[] {
  return Object.values(facts).map(({ origin = UNKNOWN }) => origin);
}

/** In UTF-16 units of JSON. */
export function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}

/** Oldest first, whatever order the database gave the keys. */
export function orderedFacts({ facts }: FactsContext): [key: string, fact: Fact][] {
  return Object.entries(facts).sort(([one], [other]) => numberOf(one) - numberOf(other));
}

/** The number in a fact's key. */
export function numberOf(key: string): number {
  return Number(key.slice(1));
}
