/**
 * Says that the application wrote an event of a run: a MAC under a key that the database does not have, over every column and
 * the MAC of the event before it. So an event that is changed, put in, left out or moved is found before the log is sealed,
 * too. The payload is there as its commitment.
 */
import { toHex } from "../bytes.ts";
import type { LoggedEvent } from "../run-log.ts";
import { isMacOf, makeMac, type RowKey } from "./row-key.ts";

const DOMAIN = "halfsilver run event";

/** What a MAC says of an event. */
export type EventFacts = Omit<LoggedEvent, "payload" | "salt"> & {
  runId: string;
  /** The commitment to it. */
  payload: Uint8Array;
};

/** As it is stored. Null: of a version that signed no events. */
export type ChainedEvent = LoggedEvent & { mac: Uint8Array | null };

/** Where the log of a run stands, as the signed row of its end says. */
export type LogEnd = {
  events: number;
  /** The last event's, hexadecimal; null where that has none. */
  mac: string | null;
  /** How many events have no MAC, because a version without MACs began the run. */
  unsigned?: number;
  /** Whether the application created the run (`run-mac.ts`). Absent: a version did that signed no runs. */
  begun?: boolean;
};

/** @param before the MAC of the event before it; null at the first, and behind one without */
export function signEvent(key: RowKey, event: EventFacts, before: Uint8Array | null): Buffer {
  return sign(key, event.runId, event, event.payload, before);
}

/** @param payload the commitment to it */
function sign(
  key: RowKey,
  runId: string,
  { seq, publicSeq, type, visibility, hopRef, at, version }: Omit<LoggedEvent, "payload" | "salt">,
  payload: Uint8Array,
  before: Uint8Array | null,
): Buffer {
  const place = [runId, seq, publicSeq];
  const told = [type, visibility, hopRef, at, version, toHex(payload), before && toHex(before)];
  return makeMac(key, JSON.stringify([DOMAIN, toHex(key.id), ...place, ...told]));
}

/** Whether the application wrote this event, behind that one. What the log lacks elsewhere is not seen. */
export function isSignedEvent(
  keys: readonly RowKey[],
  { runId, payload, ...event }: EventFacts,
  { before, mac }: { before: Uint8Array | null; mac: Uint8Array },
): boolean {
  return isMacOf(keys, mac, (key) => sign(key, runId, event, payload, before));
}

export type StoredLog = {
  runId: string;
  events: readonly ChainedEvent[];
  payloads: readonly Uint8Array[];
};

export type ChainVerdict =
  /** `unsigned`: how many events have no MAC. */
  | { ok: true; unsigned: number }
  /** The first event that the application did not write there; behind the last one where events are missing. */
  | { ok: false; seq: number };

/**
 * Checks that the application wrote this log, and all of it.
 * @param events by `seq`, as they are stored
 * @param payloads the commitments to their payloads
 * @param end null where the run goes on: then what is missing at the end is not seen
 * @param mayLackMacs events without a MAC are taken; with `end`, as many as it says
 */
export function verifyChain(
  keys: readonly RowKey[],
  { runId, events, payloads }: StoredLog,
  { end, mayLackMacs }: { end: LogEnd | null; mayLackMacs: boolean },
): ChainVerdict {
  let [before, unsigned]: [Uint8Array | null, number] = [null, 0];
  for (const [index, event] of events.entries()) {
    const seq = index + 1;
    if (event.seq !== seq) return { ok: false, seq: Math.min(seq, event.seq) };
    const { mac } = event;
    const payload = payloads[index];
    if (
      mac === null
        ? !mayLackMacs
        : !payload || !isMacOf(keys, mac, (key) => sign(key, runId, event, payload, before))
    )
      return { ok: false, seq };
    if (mac === null) unsigned += 1;
    before = mac;
  }
  if (!end) return { ok: true, unsigned };
  if (events.length !== end.events)
    return { ok: false, seq: Math.min(events.length, end.events) + 1 };
  const isLast = (before && toHex(before)) === end.mac;
  if (!isLast || unsigned !== (end.unsigned ?? 0)) return { ok: false, seq: events.length };
  return { ok: true, unsigned };
}
