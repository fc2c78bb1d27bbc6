/**
 * The answer of a run that is repeated after a takeover. New text is held back until it is as long as the text on record, so
 * that the answer never becomes shorter. Then it continues the recorded text, or replaces it from the piece with the first
 * difference on.
 */
import "server-only";
import type { RunLog } from "../run-log.ts";

export type AnswerText = {
  emit(text: string): void;
  /** The answer so far, as the turn that writes it knows it. */
  read(): string;
  /**
   * No more text follows. Held-back text that continues the recorded text is emitted. Text that differs from it replaces it
   * only if `isWhole`.
   */
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
