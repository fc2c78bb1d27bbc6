/** A call's place at a model: taken at once where one is free, else waited for in one queue of all instances. */
import "server-only";
import { bus } from "../bus/bus.ts";
import type { PlaceQueue, TakePlace } from "../contracts/model/place.ts";
import {
  type AskForPlace,
  advanceQueue,
  askForPlace,
  readPositions,
  releasePlace,
  renewPlaces,
} from "../db/models/model-places.ts";
import { log } from "../log/log.ts";
import { PLACE_LEASE_MS, PLACE_LOOK_MS, PLACE_RENEW_MS } from "./limits.ts";
import { runRegistry } from "./run-registry.ts";
import { PLACES } from "./topics.ts";

const kept = new Set<string>();
let renewing: NodeJS.Timeout | undefined;

const waiters = new Map<string, Waiter>();
let next: NodeJS.Timeout | undefined;
let leave: (() => void) | undefined;

/** A database that is away stops no call: then nothing is counted. */
export const takePlace: TakePlace = async (queue, { turn, signal, onWait }) => {
  const placeId = crypto.randomUUID();
  const { outside } = runRegistry();
  const ask = { placeId, queue, turn, leaseMs: PLACE_LEASE_MS };
  const forget = outside(() => keepPlace(placeId));
  const release = () => {
    forget();
    void giveBack(placeId, queue);
  };
  try {
    if (await askForPlace(ask)) return release;
  } catch (error) {
    log().warn({ err: error }, "a call to a model could not be counted");
    return release;
  }
  await waitForPlace(ask, signal, onWait);
  return release;
};

/** A place that cannot be given back becomes free when its lease ends. */
async function giveBack(placeId: string, queue: PlaceQueue): Promise<void> {
  try {
    if (await releasePlace(placeId, queue.name)) placeIsFree(await advanceQueue(queue));
  } catch (error) {
    log().warn({ err: error }, "a place at a model could not be given back");
  }
}

/**
 * Renews the leases of this process's places at models, in one statement, while it has any.
 * @returns the function that ends the keeping
 */
function keepPlace(placeId: string): () => void {
  kept.add(placeId);
  renewing ??= setInterval(() => void renew(), PLACE_RENEW_MS).unref();
  return () => {
    kept.delete(placeId);
    if (kept.size > 0) return;
    clearInterval(renewing);
    renewing = undefined;
  };
}

async function renew(): Promise<void> {
  try {
    await renewPlaces([...kept], PLACE_LEASE_MS);
  } catch (error) {
    log().warn({ err: error }, "places at models could not be renewed");
  }
}

// The calls of this process that wait for a place at a model. A returned place goes to the first call in the queue, and the
// bus announces it. A poll of the queue every second finds announcements that were missed, and the new positions.

type Waiter = {
  ask: AskForPlace;
  onPosition(position: number): void;
  begin(): void;
  /** Its call was cut: nobody would give its place back. */
  hasLeft: boolean;
};

/** Resolves when the place is free for this call, or when the signal aborts. */
function waitForPlace(
  ask: AskForPlace,
  signal: AbortSignal,
  onWait: ((position: number) => void) | undefined,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let told = Number.POSITIVE_INFINITY;
  const waiter: Waiter = {
    ask,
    hasLeft: false,
    onPosition(position) {
      // Turns that began earlier may ask again: that is no step back.
      if (position >= told) return;
      told = position;
      onWait?.(position);
    },
    begin: resolve,
  };
  waiters.set(ask.placeId, waiter);
  const stop = () => {
    waiter.hasLeft = true;
    resolve();
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  runRegistry().outside(startLooking);
  return promise.finally(() => {
    signal.removeEventListener("abort", stop);
    waiters.delete(ask.placeId);
    if (waiters.size === 0) stopLooking();
  });
}

/** Tells all instances which calls got a place. */
function placeIsFree(placeIds: readonly string[]): void {
  const elsewhere = placeIds.filter((placeId) => !beginHere(placeId));
  if (elsewhere.length > 0) bus().publish(PLACES, () => elsewhere);
}

function beginHere(placeId: string): boolean {
  const waiter = waiters.get(placeId);
  waiter?.begin();
  return waiter !== undefined;
}

function startLooking(): void {
  leave ??= bus().subscribe(PLACES, beginHere);
  clearTimeout(next);
  next = setTimeout(() => void look(), 0).unref();
}

function stopLooking(): void {
  clearTimeout(next);
  leave?.();
  leave = undefined;
}

async function look(): Promise<void> {
  try {
    const queues = new Map([...waiters.values()].map(({ ask: { queue } }) => [queue.name, queue]));
    for (const queue of queues.values()) placeIsFree(await advanceQueue(queue));
    for (const { name } of queues.values()) await findPositions(name);
  } catch (error) {
    log().warn({ err: error }, "the queue at a model could not be read");
  }
  clearTimeout(next);
  if (waiters.size > 0) next = setTimeout(() => void look(), PLACE_LOOK_MS).unref();
}

/** The queue does not survive a crash of PostgreSQL. */
async function askAgain(placeId: string, waiter: Waiter): Promise<void> {
  const isTaken = await askForPlace(waiter.ask);
  if (waiter.hasLeft) await releasePlace(placeId, waiter.ask.queue.name);
  else if (isTaken) waiter.begin();
}

async function findPositions(queue: string): Promise<void> {
  const own = [...waiters].filter(([, { ask }]) => ask.queue.name === queue);
  const found = await readPositions(
    queue,
    own.map(([placeId]) => placeId),
  );
  const positions = new Map(found.map(({ id, position }) => [id, position]));
  for (const [placeId, waiter] of own) {
    const position = positions.get(placeId);
    if (position) waiter.onPosition(position);
    else if (position === null) waiter.begin();
    else if (waiters.has(placeId)) await askAgain(placeId, waiter);
  }
}
