/** What a schema of context state declares: shape, delta, and how each field takes a change. */
import { z } from "zod";

/**
 * `replace`: the new value stands. `append`: items are added without duplicates and go only by an
 * explicit `remove`. `merge`: by key, additions win.
 */
export type FieldRule = "replace" | "append" | "merge";

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
};

/** One line: control characters and runs of white space become one space, so that no text brings lines of its own. */
export function toOneLine(text: string): string {
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

/** Free text in a delta: brought to one line first, and not empty. */
const changedLineOf = (maxChars: number) =>
  z.string().transform(toOneLine).pipe(z.string().min(1).max(maxChars));

/** A text that is replaced; it may be emptied. */
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

/** Names of keys: lower-case words. What an object inherits is no name. */
export const keyName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/)
  .refine((name) => name !== "constructor" && name !== "prototype", "is reserved");

/** A map in a delta. */
export const mapChangeOf = (maxChars: number) => z.record(keyName, changedLineOf(maxChars));
