/** What was pasted into a message, so that it does not count as the person's own words, also when it was edited since. Pure. */
import { OWN_PASTE_MAX_CHARS, PASTES_KEPT_MAX_CHARS } from "@/lib/contracts/limits.ts";
import { findPasted } from "@/lib/contracts/public/person/pasted-parts.ts";

/** A text box has line feeds alone. */
export const LINE_ENDS = /\r\n?/g;

/**
 * @param kept what was pasted before
 * @param text what stands in the box
 * @returns with it, where it is long. What is gone from the text stays, because an undo may bring it back, until it is too much
 */
export function keepPaste(kept: readonly string[], pasted: string, text: string): string[] {
  const said = pasted.replace(LINE_ENDS, "\n");
  if (said.length <= OWN_PASTE_MAX_CHARS) return [...kept];
  const isMuch = kept.join("").length > PASTES_KEPT_MAX_CHARS;
  const still = isMuch ? kept.filter((one) => findPasted(text, [one]).length > 0) : kept;
  return [...still, said];
}
