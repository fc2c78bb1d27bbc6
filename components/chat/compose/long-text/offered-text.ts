/** What of a draft is offered to become a file. */
import { LONG_TEXT_MIN_CHARS, MESSAGE_MAX_CHARS } from "@/lib/contracts/limits.ts";

/**
 * @param pasted what was pasted last, if it was long
 * @returns that while it stands in the text, or all of a text that is too long; null where nothing is offered
 */
export function offeredText(text: string, pasted: string | null): string | null {
  const isThere = pasted !== null && pasted.length >= LONG_TEXT_MIN_CHARS && text.includes(pasted);
  if (isThere) return pasted;
  return text.length > MESSAGE_MAX_CHARS ? text : null;
}
