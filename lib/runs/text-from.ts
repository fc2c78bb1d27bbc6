import "server-only";
/** The part of an answer that a reader lacks. */

/** Everything where the reader claims to hold more than there is. Offsets count UTF-16 code units. */
export function textFrom(text: string, from: number): { offset: number; text: string } {
  const offset = from <= text.length ? from : 0;
  return { offset, text: text.slice(offset) };
}
