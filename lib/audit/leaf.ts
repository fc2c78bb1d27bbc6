/**
 * The leaf of an audit event: canonical JSON of what happened, with a salted commitment in place of the detail, so that a
 * detail can be erased and the tree still holds. The leaf of `run.ended` also holds the root of the run's log.
 */
import { toHex } from "./bytes.ts";
import { canonical, commitTo } from "./canonical.ts";
import { hashLeaf } from "./merkle.ts";

export type SealedEvent = {
  /** Its number in the trail, from 0. */
  place: number;
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
  actorId: string | null;
  action: string;
  target: string;
  outcome: string;
  subjectId: string | null;
  runId: string | null;
  detail: Erasable;
  /** Says that the application wrote the row (crypto/row-mac.ts); absent in rows from before there were MACs. */
  mac?: Uint8Array;
  /**
   * Of a look at what a person wrote: its number among those of this person, from 1, so that one that is kept from them
   * leaves a gap. Absent in all others, and in looks from before they had numbers.
   */
  subjectSeq?: number;
  /** The seal of the run that this event ends. Absent in all other events. */
  run?: SealedRun;
};

/** A value under its salt, with the commitment to it once that was made, or only this where the value was erased. */
export type Erasable =
  | { value: unknown; salt: string; commitment?: Uint8Array }
  | { commitment: Uint8Array };

/** What the leaf of `run.ended` says of the run. */
export type SealedRun = {
  /** The Merkle root over the events of its log (run-log.ts). */
  log: Uint8Array;
  /** A commitment to the text that the person was shown. */
  answer: Uint8Array;
};

/** Version 2 holds the row's MAC, too, and version 3 the number of a look beside it. */
export function toLeaf({ detail, mac, subjectSeq, run, ...event }: SealedEvent) {
  return {
    version: subjectSeq === undefined ? (mac ? (2 as const) : (1 as const)) : (3 as const),
    ...event,
    detail: toHex(commitmentOf(detail)),
    ...(mac && { mac: toHex(mac) }),
    ...(subjectSeq !== undefined && { subjectSeq }),
    ...(run && { log: toHex(run.log), answer: toHex(run.answer) }),
  };
}

/** @throws Error where the detail has no canonical JSON */
export function hashEvent(event: SealedEvent): Uint8Array {
  return hashLeaf(canonical(toLeaf(event)));
}

/** @throws Error where the value has no canonical JSON */
export function commitmentOf(erasable: Erasable): Uint8Array {
  if (!("value" in erasable)) return erasable.commitment;
  return erasable.commitment ?? commitTo(erasable.value, erasable.salt);
}
