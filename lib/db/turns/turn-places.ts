/**
 * A process creates a fixed number of turns at once; the others wait in order. Without this, hundreds of sends in one
 * moment would take every connection, and what running answers store would wait behind them.
 */
import "server-only";
import { settings } from "../../env/settings.ts";
import { checkDatabase } from "../check-database.ts";
import { TURN_PLACE_WAIT_MS } from "../limits.ts";
import { NoFreeConnection, onConnection } from "../prepare-statement.ts";

const waiting: (() => void)[] = [];
let taken = 0;

/** Half of the pool, so that the log, ends of runs and readers have the other half. */
function places(): number {
  return Math.max(1, Math.floor(settings().DATABASE_POOL_SIZE / 2));
}

/** As `onConnection` does, within the time that a turn waits. */
export type OnTurnConnection = typeof onConnection;

const BUSY = { ok: false, reason: "server-busy" } as const;

/**
 * @param create takes its connection by what it is given, and writes nothing before
 * @returns what `create` does, or `server-busy` with nothing done if no place or no connection became free in time
 * @throws NoFreeConnection instead, where the database is not well
 */
export async function inTurnPlace<Result>(
  create: (onTurnConnection: OnTurnConnection) => Promise<Result>,
): Promise<Result | typeof BUSY> {
  const until = performance.now() + TURN_PLACE_WAIT_MS;
  if (!(await takePlace())) return busyIfWell(new NoFreeConnection("no place became free in time"));
  try {
    return await create((work) => onConnection(work, until - performance.now()));
  } catch (error) {
    if (error instanceof NoFreeConnection) return busyIfWell(error);
    throw error;
  } finally {
    leavePlace();
  }
}

/** A hanging database keeps places and connections, too. */
async function busyIfWell(error: NoFreeConnection): Promise<typeof BUSY> {
  if ((await checkDatabase()) === "ok") return BUSY;
  throw error;
}

function takePlace(): Promise<boolean> {
  if (taken < places()) {
    taken += 1;
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const begin = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const giveUp = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      resolve(false);
    };
    const timer = setTimeout(giveUp, TURN_PLACE_WAIT_MS);
    waiting.push(begin);
  });
}

/** The place goes to whoever has waited longest. */
function leavePlace(): void {
  const next = waiting.shift();
  if (next) next();
  else taken -= 1;
}
