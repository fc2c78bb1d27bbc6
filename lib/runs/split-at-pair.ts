import "server-only";
/** Keeps a surrogate pair together when a stream tears it between two chunks. */

/** @returns `[whole, carry]`: carry is a trailing high surrogate that waits for its other half, else empty */
export function splitAtPair(text: string): [whole: string, carry: string] {
  const last = text.charCodeAt(text.length - 1);
  const torn = last >= 0xd800 && last <= 0xdbff;
  const whole = torn ? text.slice(0, -1) : text;
  return [whole.isWellFormed() ? whole : whole.toWellFormed(), torn ? text.slice(-1) : ""];
}
