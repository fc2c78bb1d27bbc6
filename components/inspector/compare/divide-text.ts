/** Decides whether two texts are shown side by side or as one marked text. Pure. */
import type { TextPart } from "@/lib/contracts/inspector/compare/run-comparison.ts";

/** Shorter texts are readable as one marked text, however different they are. */
const SHORT_CHARS = 240;
/** With a smaller common share, one text would consist of marks. */
const MIN_SHARE = 0.3;

export type DividedText = { left: string; right: string };

/** @returns both texts; null where one marked text is clearer */
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
