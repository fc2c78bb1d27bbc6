/**
 * The plain account of a run, from its events as one operator may read them: no more than they may read is in it. No model
 * writes it, and the same events give the same account. Pure.
 */
import "server-only";
import type { InspectedEvent } from "../../contracts/inspector/events/inspected-event.ts";
import type { AccountSentence } from "../../contracts/inspector/run/run-account.ts";
import { ACCOUNT_CITES_MAX } from "../limits.ts";
import { type AccountGiven, type AccountLog, indexLog } from "./account-log.ts";
import type { Told } from "./say.ts";
import { tellOdd, tellUnknown } from "./tell-odd.ts";
import { tellRead, tellRemembered } from "./tell-reading.ts";
import { tellAllowed, tellCost, tellDeparted, tellEnded } from "./tell-rules.ts";
import { tellAsked, tellChanged, tellDid, tellPlanned } from "./tell-work.ts";

/** In the order of `ACCOUNT_TOPICS`. */
const TELLERS: readonly ((log: AccountLog) => Told[])[] = [
  tellAsked,
  tellPlanned,
  tellDid,
  tellRead,
  tellAllowed,
  tellChanged,
  tellRemembered,
  tellEnded,
  tellCost,
  tellDeparted,
  tellOdd,
  tellUnknown,
];

/** Sentences with all events that they cite. */
export function tellRun(events: readonly InspectedEvent[], given: AccountGiven): Told[] {
  const log = indexLog(events, given);
  return TELLERS.flatMap((tell) => tell(log));
}

/** A sentence as it is sent: where it cites very many events, the first of them. */
export function toSentence({ topic, text, written, cites }: Told): AccountSentence {
  return {
    topic,
    text,
    written: [...written],
    cites: cites.slice(0, ACCOUNT_CITES_MAX),
    citeCount: cites.length,
  };
}
