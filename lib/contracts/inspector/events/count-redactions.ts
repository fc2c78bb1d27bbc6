/** Counts what was masked in a text before it was stored, by the markers that stand in its place. Pure. */

import * as z from "zod/mini";

/** As `lib/hidden-state` writes them. */
const MARKER = /\[redacted:([a-z-]{1,24})\]/g;

/** Classes of personal data; `secret` is everything else. */
export const RedactionClass = z.enum([
  "card",
  "account",
  "government-id",
  "email",
  "phone",
  "secret",
]);
export type RedactionClass = z.infer<typeof RedactionClass>;

/** @returns classes that occur, with their counts, in a fixed order */
export function countRedactions(text: string): [RedactionClass, number][] {
  if (!text.includes("[redacted:")) return [];
  const counts = new Map<RedactionClass, number>();
  for (const [, kind] of text.matchAll(MARKER)) {
    const found = RedactionClass.safeParse(kind).data ?? "secret";
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return RedactionClass.options.flatMap((name): [RedactionClass, number][] => {
    const count = counts.get(name);
    return count === undefined ? [] : [[name, count]];
  });
}
