import "server-only";
/** Notices when the database takes nothing of this process's runs: how long already, and one log line when it begins and ends. */
import { log } from "../log/log.ts";

type Work = "flush" | "leases" | "sweep";
/** When the first attempt began of which none has succeeded since, and whether one has failed. */
type Trouble = { since: number; failed: boolean };

/** Shorter hitches are nobody's concern. */
const HITCH_MS = 2_000;

const KEY = Symbol.for("halfsilver.storage-trouble");
const store = globalThis as { [KEY]?: { troubles: Map<Work, Trouble>; waitingEnds: Set<string> } };

function state() {
  store[KEY] ??= { troubles: new Map(), waitingEnds: new Set() };
  return store[KEY];
}

/** Ends of runs that readers were told of and that nobody could store yet. */
export function waitingEnds(): Set<string> {
  return state().waitingEnds;
}

/** Whether it is known that nothing new could be stored. */
export function isStorageTroubled(): boolean {
  return storageTroubleMs() > HITCH_MS || state().waitingEnds.size > 0;
}

/** Does what needs the database. @returns false where it failed; never throws */
export async function tryToStore(work: Work, action: () => Promise<void>): Promise<boolean> {
  const { troubles } = state();
  const trouble = troubles.get(work) ?? { since: performance.now(), failed: false };
  troubles.set(work, trouble);
  try {
    await action();
  } catch (error) {
    const level = trouble.failed ? "debug" : "warn";
    log()[level]({ err: error, work }, "the database took nothing; trying again");
    trouble.failed = true;
    return false;
  }
  if (trouble.failed) {
    const afterMs = Math.round(performance.now() - trouble.since);
    log().warn({ work, afterMs }, "the database works again");
  }
  troubles.delete(work);
  return true;
}

/** For how long no flush or no heartbeat has succeeded; 0 where all is well. A hanging attempt counts. */
export function storageTroubleMs(): number {
  const { troubles } = state();
  const begun = (["flush", "leases"] as const).map((work) => troubles.get(work)?.since);
  const now = performance.now();
  return Math.max(0, ...begun.map((since) => (since === undefined ? 0 : now - since)));
}
