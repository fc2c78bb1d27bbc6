/**
 * What was pasted into a message, so that it does not count as the person's own words, also when it was edited since. The code
 * that looks for it comes with the first paste.
 */
import { OWN_PASTE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type { findPasted, Pasted } from "@/lib/contracts/public/person/pasted-parts.ts";

/** A text box has line feeds alone. */
export const LINE_ENDS = /\r\n?/g;

/** @returns with it, where it is long. What is gone from the text stays, because an undo may bring it back */
export function keepPaste(kept: readonly string[], pasted: string): readonly string[] {
  const said = pasted.replace(LINE_ENDS, "\n");
  return said.length <= OWN_PASTE_MAX_CHARS || kept.includes(said) ? kept : [...kept, said];
}

/** Does nothing where nothing was pasted. */
export function prepareFinding(kept: readonly string[]): void {
  if (kept.length > 0) void load();
}

/** What stands in the text of it; where the code cannot be loaded, all of the text counts. */
export async function findKept(text: string, kept: readonly string[]): Promise<Pasted> {
  if (kept.length === 0 || text === "") return [];
  const find = await load();
  return find ? find(text, kept) : [[0, text.length]];
}

function load(): Promise<typeof findPasted | null> {
  return import("@/lib/contracts/public/person/pasted-parts.ts").then(
    ({ findPasted }) => findPasted,
    () => null,
  );
}
