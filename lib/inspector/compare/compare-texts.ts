import "server-only";
/** Two texts as one, word by word: what both have, what only one has. */
import type { ComparedText, TextPart } from "../../contracts/run-comparison.ts";
import { diffSequences } from "./diff-sequences.ts";

/** Longer texts are not compared word by word, but line by line. */
const WORDS_MAX = 20_000;

export function compareTexts(left: string, right: string): ComparedText {
  if (left === right) {
    const parts: TextPart[] = left === "" ? [] : [{ change: "same", text: left }];
    return { same: true, parts, isAligned: true };
  }
  const [one, other] = [split(left), split(right)];
  const { steps, isExact } = diffSequences(one, other);
  const parts: TextPart[] = [];
  const add = (change: TextPart["change"], text: string) => {
    const last = parts.at(-1);
    if (last?.change === change) last.text += text;
    else parts.push({ change, text });
  };
  for (const step of steps) {
    if (step.right === null) add("left", one[step.left ?? 0] ?? "");
    else if (step.left === null) add("right", other[step.right] ?? "");
    else add("same", one[step.left] ?? "");
  }
  return { same: false, parts: removeFirst(parts), isAligned: isExact };
}

/** Words, spaces and signs, that together are the text. */
function split(text: string): string[] {
  const words = text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  return words.length <= WORDS_MAX ? words : text.split(/(?<=\n)/);
}

/** Within one stretch of changes: what is only on the left, then what is only on the right; single spaces go with it. */
function removeFirst(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let [left, right] = ["", ""];
  const flush = () => {
    if (left !== "") joined.push({ change: "left", text: left });
    if (right !== "") joined.push({ change: "right", text: right });
    [left, right] = ["", ""];
  };
  for (const [index, { change, text }] of parts.entries()) {
    const isBetween = (left !== "" || right !== "") && index < parts.length - 1;
    if (change === "left") left += text;
    else if (change === "right") right += text;
    else if (isBetween && /^[ \t]$/.test(text)) {
      left += text;
      right += text;
    } else {
      flush();
      joined.push({ change, text });
    }
  }
  flush();
  return joined;
}
