/** Whether two texts are shown beside each other or as one marked text. Pure. */
import type { TextPart } from "@/lib/contracts/inspector/compare/run-comparison.ts";

/** Shorter ones are taken in at a glance as one text, however different. */
const SHORT_CHARS = 240;
/** With less than this in common, one text would be all marks. */
const MIN_SHARE = 0.3;

export type DividedText = { left: string; right: string };

/** @returns both texts; null where one text with marks says it better */
export function divideText(parts: readonly TextPart[]): DividedText | null {
  const left = join(parts, "left");
  const right = join(parts, "right");
  const longest = Math.max(left.length, right.length);
  if (longest <= SHORT_CHARS) return null;
  const common = parts.reduce((sum, { change, text }) => {
    return change === "same" ? sum + text.length : sum;
  }, 0);
  return common / longest < MIN_SHARE ? { left, right } : null;
}

function join(parts: readonly TextPart[], side: "left" | "right"): string {
  return parts
    .map(({ change, text }) => (change === side || change === "same" ? text : ""))
    .join("");
}
