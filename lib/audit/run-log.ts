/**
 * The log of a run is a Merkle tree of its own: each leaf is one event, with a salted commitment in place of its payload. So
 * a payload can be erased, and an event that is missing, changed or moved is found and named.
 */
import { concat, isSame, toHex } from "./bytes.ts";
import { canonical, commitTo } from "./canonical.ts";
import { HASH_BYTES } from "./limits.ts";
import { hashLeaf, rootOf } from "./merkle.ts";

export type LoggedEvent = {
  /** From 1, without gaps. */
  seq: number;
  publicSeq: number | null;
  type: string;
  visibility: string;
  hopRef: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
  version: number;
  /** Null: erased. A stored payload is never JSON's null. */
  payload: unknown;
  salt: string;
};

export type SealedLog = {
  root: Uint8Array;
  /** For each event 64 bytes: its leaf hash, and the commitment to its payload. */
  commitments: Uint8Array;
};

/** The commitment to an event's payload. @throws Error if the payload has no canonical JSON */
export function commitToPayload({ payload, salt }: LoggedEvent): Uint8Array {
  return commitTo(payload, salt);
}

/** @param events by `seq` @param payloads the commitments to their payloads, where they are known */
export function sealLog(
  events: readonly LoggedEvent[],
  payloads: readonly Uint8Array[] = events.map(commitToPayload),
): SealedLog {
  const pairs = events.map((event, index) => {
    const payload = payloads[index] ?? commitToPayload(event);
    return { leaf: hashLogged(event, payload), payload };
  });
  return {
    root: rootOf(pairs.map(({ leaf }) => leaf)),
    commitments: concat(...pairs.flatMap(({ leaf, payload }) => [leaf, payload])),
  };
}

export type LogVerdict =
  | { ok: true; erased: number }
  /** `seq`: the first event that is not what was sealed; 0 where the seal itself is not. */
  | { ok: false; seq: number; why: LogFault };

type LogFault = "seal-changed" | "event-missing" | "event-changed" | "event-added";

/**
 * @param sealed `root` as the trail's leaf has it
 * @param events by `seq`, as they are stored now
 */
export function verifyLog(sealed: SealedLog, events: readonly LoggedEvent[]): LogVerdict {
  const known = readCommitments(sealed.commitments);
  if (!isSame(rootOf(known.map(({ leaf }) => leaf)), sealed.root))
    return { ok: false, seq: 0, why: "seal-changed" };
  let erased = 0;
  for (const [index, { leaf, payload }] of known.entries()) {
    const seq = index + 1;
    const event = events[index];
    if (!event || event.seq > seq) return { ok: false, seq, why: "event-missing" };
    if (event.seq < seq) return { ok: false, seq: event.seq, why: "event-added" };
    if (event.payload === null) erased += 1;
    const commitment = event.payload === null ? payload : commitTo(event.payload, event.salt);
    if (!isSame(hashLogged(event, commitment), leaf))
      return { ok: false, seq, why: "event-changed" };
    if (!isSame(commitment, payload)) return { ok: false, seq, why: "seal-changed" };
  }
  const added = events[known.length];
  return added ? { ok: false, seq: added.seq, why: "event-added" } : { ok: true, erased };
}

/** The root that the leaf of the run's end holds. */
export function rootOfCommitments(commitments: Uint8Array): Uint8Array {
  return rootOf(readCommitments(commitments).map(({ leaf }) => leaf));
}

function hashLogged(event: LoggedEvent, payload: Uint8Array): Uint8Array {
  const { seq, publicSeq, type, visibility, hopRef, at, version } = event;
  const columns = { seq, publicSeq, type, visibility, hopRef, at, version };
  return hashLeaf(canonical({ ...columns, payload: toHex(payload) }));
}

function readCommitments(bytes: Uint8Array) {
  const pairs: { leaf: Uint8Array; payload: Uint8Array }[] = [];
  for (let at = 0; at < bytes.length; at += 2 * HASH_BYTES)
    pairs.push({
      leaf: bytes.subarray(at, at + HASH_BYTES),
      payload: bytes.subarray(at + HASH_BYTES, at + 2 * HASH_BYTES),
    });
  return pairs;
}

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

/**
 * Checks one run against its seal: every event of its log, and the answer that its person read. Pure.
 */
export function checkRun(seal: RunSeal, stored: StoredRun): RunVerdict {
  const { events, answer, erased } = stored;
  const { commitments } = seal;
  const sealed = { root: rootOfCommitments(commitments), commitments };
  if (erased === "run" && events.length === 0)
    // An answer that is there belongs to a run that somebody put in the place of the erased one.
    return answer === null || isAnswer(seal, answer)
      ? { ok: true, events: 0, erased: countOf(seal) }
      : { ok: false, seq: 0, why: "answer-changed" };
  if (erased === "log" && events.length === 0)
    return isAnswer(seal, answer ?? "")
      ? { ok: true, events: 0, erased: countOf(seal) }
      : { ok: false, seq: 0, why: "answer-changed" };
  const log = verifyLog(sealed, events);
  if (!log.ok) return log;
  const gone = events.find(({ payload }) => payload === null);
  if (gone && erased === null) return { ok: false, seq: gone.seq, why: "payload-missing" };
  // Erasing payloads leaves the answer and its salt. An erased run or log that is there again has the answer that was sealed.
  const isLeft = erased === null || erased === "payloads";
  if ((isLeft || answer !== null) && !isAnswer(seal, answer ?? ""))
    return { ok: false, seq: 0, why: "answer-changed" };
  return { ok: true, events: events.length, erased: log.erased };
}

function isAnswer({ answer, answerSalt }: RunSeal, text: string): boolean {
  return answerSalt !== null && isSame(commitTo(text, answerSalt), answer);
}

function countOf({ commitments }: RunSeal): number {
  return commitments.length / (2 * HASH_BYTES);
}
