/** Checks one run against its seal: every event of its log, and the answer that its person read. Pure. */
import { isSame } from "../bytes.ts";
import { commitTo } from "../canonical.ts";
import { HASH_BYTES } from "../limits.ts";
import { type LogFault, type LoggedEvent, rootOfCommitments, verifyLog } from "./run-log.ts";

export type RunSeal = {
  commitments: Uint8Array;
  answer: Uint8Array;
  /** Null once the answer was erased. */
  answerSalt: string | null;
};

/** What is stored of the run now. */
export type StoredRun = {
  events: readonly LoggedEvent[];
  /** Null: there is no such message. */
  answer: string | null;
  /** What a tombstone in the trail says is gone: the whole run, its log, or the payloads of its log. */
  erased: "run" | "log" | "payloads" | null;
};

export type RunVerdict =
  /** `erased`: events whose payload is gone under a tombstone. */
  | { ok: true; events: number; erased: number }
  /** `seq`: the first event that is not what was sealed; 0 for the answer. */
  | { ok: false; seq: number; why: RunFault };

export type RunFault = LogFault | "payload-missing" | "answer-changed";

export function checkRun(seal: RunSeal, stored: StoredRun): RunVerdict {
  const { events, answer, erased } = stored;
  const { commitments } = seal;
  const sealed = { root: rootOfCommitments(commitments), commitments };
  if (erased === "run" && events.length === 0)
    return { ok: true, events: 0, erased: countOf(seal) };
  if (erased === "log" && events.length === 0)
    return isAnswer(seal, answer ?? "")
      ? { ok: true, events: 0, erased: countOf(seal) }
      : { ok: false, seq: 0, why: "answer-changed" };
  const log = verifyLog(sealed, events);
  if (!log.ok) return log;
  const gone = events.find(({ payload }) => payload === null);
  if (gone && erased === null) return { ok: false, seq: gone.seq, why: "payload-missing" };
  if (erased === null && !isAnswer(seal, answer ?? ""))
    return { ok: false, seq: 0, why: "answer-changed" };
  return { ok: true, events: events.length, erased: log.erased };
}

function isAnswer({ answer, answerSalt }: RunSeal, text: string): boolean {
  return answerSalt !== null && isSame(commitTo(text, answerSalt), answer);
}

function countOf({ commitments }: RunSeal): number {
  return commitments.length / (2 * HASH_BYTES);
}
