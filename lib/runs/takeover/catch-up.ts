/**
 * The answer of a run that is gone through again. What is written is held back until it is as long as what the person has
 * read, so that the answer never becomes shorter; then it goes on behind it, or replaces what differs.
 */
import "server-only";
import type { RunLog } from "../run-log.ts";

export type AnswerText = {
  emit(text: string): void;
  /** The answer so far, as the turn that writes it knows it. */
  read(): string;
  /** Nothing more is written. What is held back is shown if it is whole; else only what goes on behind what stands. */
  settle(isWhole: boolean): void;
};

/** The answer of a run that this process began. */
export function directText(log: RunLog): AnswerText {
  return { emit: (text) => log.emitText(text), read: () => log.text, settle: () => undefined };
}

/** @param starts where the pieces of the answer on record begin, in order */
export function catchUp(log: RunLog, starts: readonly number[]): AnswerText {
  let written = "";
  let isLevel = false;
  const settle = (isWhole: boolean) => {
    if (isLevel) return;
    isLevel = true;
    if (written.startsWith(log.text)) return log.emitText(written.slice(log.text.length));
    if (!isWhole) return;
    const same = commonLength(log.text, written);
    const offset = starts.findLast((start) => start <= same) ?? 0;
    log.restartText(offset, written.slice(offset));
  };
  return {
    emit(text) {
      if (isLevel) return log.emitText(text);
      written += text.replaceAll("\0", "");
      if (written.length >= log.text.length) settle(true);
    },
    read: () => (isLevel ? log.text : written),
    settle,
  };
}

function commonLength(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at += 1) if (one[at] !== other[at]) return at;
  return end;
}
