/** Compares two texts word by word. */
import "server-only";
import { diffArrays } from "diff";
import type { ComparedText, TextPart } from "../../contracts/inspector/run-comparison.ts";
import { COMPARED_EDITS_MAX, COMPARED_WORDS_MAX } from "../limits.ts";

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
  return { same: false, parts: joinChanges(parts), isAligned: isExact };
}

/** Splits into words, spaces and signs. Joined, they are the text. */
function split(text: string): string[] {
  const words = text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  return words.length <= COMPARED_WORDS_MAX ? words : text.split(/(?<=\n)/);
}

/**
 * A common part between two changes is a coincidence where it is no longer than either change: then all of it becomes
 * one change, first the left side, then the right one.
 */
function joinChanges(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let [left, right] = ["", ""];
  const flush = () => {
    if (left !== "") joined.push({ change: "left", text: left });
    if (right !== "") joined.push({ change: "right", text: right });
    [left, right] = ["", ""];
  };
  for (const [index, { change, text }] of parts.entries()) {
    if (change === "left") left += text;
    else if (change === "right") right += text;
    else if (
      text.length <= Math.max(left.length, right.length) &&
      text.length <= lengthOfChange(parts, index + 1)
    ) {
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

/** The length of the longer side of the change that starts at a part. */
function lengthOfChange(parts: readonly TextPart[], from: number): number {
  const lengths = { left: 0, right: 0 };
  for (const { change, text } of parts.slice(from, from + 2)) {
    if (change === "same") break;
    lengths[change] += text.length;
  }
  return Math.max(lengths.left, lengths.right);
}

/** Indices into both lists; null where the item is only on the other side. */
type Step = { left: number | null; right: number | null };

/** `isExact`: false where the lists differ too much, and only their common beginning and end are aligned. */
type Difference = { steps: Step[]; isExact: boolean };

/**
 * Aligns two lists by the fewest additions and removals.
 * Aligns items whose keys are equal. O(n + d²) for d items that are only on one side.
 */
export function diffSequences(left: readonly string[], right: readonly string[]): Difference {
  const start = commonStart(left, right);
  const end = commonEnd(left.slice(start), right.slice(start));
  const one = left.slice(start, left.length - end);
  const other = right.slice(start, right.length - end);
  const changes = diffArrays([...one], [...other], { maxEditLength: COMPARED_EDITS_MAX });
  const steps: Step[] = [];
  let [atLeft, atRight] = [0, 0];
  const pair = (count: number) => {
    for (let n = 0; n < count; n += 1) steps.push({ left: atLeft++, right: atRight++ });
  };
  const take = (removed: number, added: number) => {
    for (let n = 0; n < removed; n += 1) steps.push({ left: atLeft++, right: null });
    for (let n = 0; n < added; n += 1) steps.push({ left: null, right: atRight++ });
  };
  pair(start);
  if (!changes) take(one.length, other.length);
  for (const { added, removed, count } of changes ?? []) {
    if (added || removed) take(removed ? count : 0, added ? count : 0);
    else pair(count);
  }
  pair(end);
  return { steps, isExact: changes !== undefined };
}

function commonStart(left: readonly string[], right: readonly string[]): number {
  const differs = left.findIndex((key, index) => key !== right[index]);
  return differs < 0 ? left.length : differs;
}

function commonEnd(left: readonly string[], right: readonly string[]): number {
  return commonStart(left.toReversed(), right.toReversed());
}
