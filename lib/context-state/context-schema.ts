/** The definition of a context schema: shape, delta and merge rules. With the check and the patch of a state. */
import { z } from "zod";
import { describeIssue } from "../contracts/describe-issue.ts";
import { JsonValue } from "../contracts/json/json-value.ts";
import type { TurnMeasure } from "./quotes-turn.ts";

/**
 * `replace`: the new value replaces the old one. `append`: items are added without duplicates and removed only by an
 * explicit `remove`. `merge`: by key, additions win. `entries`: by key, and null removes an entry.
 */
export type FieldRule = "replace" | "append" | "merge" | "entries";

export type ContextSchema<State extends Record<string, unknown>> = {
  /** `agent@version`, as stored beside the state. */
  name: string;
  state: z.ZodType<State>;
  /** Strict; every field may be absent. */
  delta: z.ZodType<Record<string, unknown>>;
  /** The field of a delta that empties the state before the rest of it applies. */
  clearedBy?: string;
  rules: Readonly<Record<keyof State & string, FieldRule>>;
  empty: State;
  /** Makes parts that contradict each other agree, behind each change. Absent: no part can. */
  reconcile?(state: State): State;
  /** Whether a key of its maps is one that our code or a tool names; absent: the model chooses them all. */
  namesKey?(key: string): boolean;
  /** The parts of a delta that may hold words of a turn; absent: all of it. */
  quotable?(delta: Record<string, unknown>): unknown;
  /** How its texts are compared with turns; absent: as in `findQuotedTurn`, with every text and word. */
  measure?: TurnMeasure;
};

/** Control characters and white space become single spaces, so that no text can add lines to a prompt. */
function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** Free text in a state: one line of at most `maxChars` UTF-16 code units. */
export const lineOf = (maxChars: number) =>
  z
    .string()
    .max(maxChars)
    .refine((text) => text === toOneLine(text), "must be one line");

/** Free text in a delta: reduced to one line, and not empty. */
const changedLineOf = (maxChars: number) =>
  z.string().transform(toOneLine).pipe(z.string().min(1).max(maxChars));

/** A text that replaces another; it may be empty. */
export const replacedLineOf = (maxChars: number) =>
  z.string().transform(toOneLine).pipe(z.string().max(maxChars));

/** A list in a state. */
export const listOf = (maxChars: number, maxItems: number) =>
  z
    .array(lineOf(maxChars).min(1))
    .max(maxItems)
    .refine((items) => new Set(items).size === items.length, "must hold no duplicates");

/** A change of a list: items to append, or `{add, remove}`. */
export const listChangeOf = (maxChars: number, maxItems: number) => {
  const items = z.array(changedLineOf(maxChars)).max(maxItems);
  return z
    .union([items, z.strictObject({ add: items.optional(), remove: items.optional() })])
    .transform((change) => (Array.isArray(change) ? { add: change } : change));
};
export type ListChange = { add?: string[]; remove?: string[] };

/** Names of keys: lower-case words, without the names that objects inherit. */
export const keyName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/)
  .refine((name) => name !== "constructor" && name !== "prototype", "is reserved");

/** A map in a delta. */
export const mapChangeOf = (maxChars: number) => z.record(keyName, changedLineOf(maxChars));

/** A pointer below the root that names no inherited property. */
const path = z
  .string()
  .regex(/^(?:\/[^/]+){1,4}$/)
  .refine(
    (pointer) => !/\/(?:__proto__|constructor|prototype)(?:\/|$)/.test(pointer),
    "is reserved",
  );

/** The operations of RFC 6902 that deltas produce. */
export const ContextPatch = z.array(
  z.discriminatedUnion("op", [
    z.strictObject({ op: z.literal("add"), path, value: JsonValue }),
    z.strictObject({ op: z.literal("replace"), path, value: JsonValue }),
    z.strictObject({ op: z.literal("remove"), path }),
  ]),
);
export type ContextPatch = z.infer<typeof ContextPatch>;

export type Checked<Value> = { ok: true; value: Value } | { ok: false; detail: string };

/** Checks a value against a schema. Never throws. `detail` names the place and the problem without the content. */
export function checkContext<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Checked<z.output<Schema>> {
  try {
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, value: result.data };
    const issues = result.error.issues.slice(0, 3);
    const detail = issues.map((issue) => describeIssue(issue, "value"));
    return { ok: false, detail: detail.join("; ").slice(0, 300) };
  } catch {
    return { ok: false, detail: "unreadable" };
  }
}

/**
 * How many names of a path, from its beginning, are declared: by the shape of the state or of the delta, or as keys of
 * a map. The rest was chosen by a model, and may hold what somebody said.
 */
export function countDeclared<State extends Record<string, unknown>>(
  { state, delta, namesKey }: ContextSchema<State>,
  names: readonly string[],
): number {
  const count = (schema: z.core.$ZodType, at: number): number => {
    const name = names[at];
    if (name === undefined) return at;
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
      return count(schema.unwrap(), at);
    if (schema instanceof z.ZodPipe) return count(schema.in, at);
    if (schema instanceof z.ZodUnion)
      return Math.max(at, ...schema.options.map((option) => count(option, at)));
    if (schema instanceof z.ZodArray)
      return /^(?:\d+|-)$/.test(name) ? count(schema.element, at + 1) : at;
    if (schema instanceof z.ZodRecord)
      return namesKey?.(name) ? count(schema.valueType, at + 1) : at;
    if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, name)) return at;
    return count(schema.shape[name], at + 1);
  };
  return Math.max(count(state, 0), count(delta, 0));
}

/** The keys of a delta that its schema does not know, each as the path of names that leads to it. */
export function unknownKeys<State extends Record<string, unknown>>(
  { delta: schema }: ContextSchema<State>,
  delta: unknown,
): string[][] {
  const issues = schema.safeParse(delta).error?.issues ?? [];
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => [...issue.path.map(String), key])
      : [],
  );
}
