/**
 * The calls of this process that wait for a place at a model. Whoever gives a place back gives it to who is first and says so
 * on the bus; a look at the queue, every second, finds what was not heard, and the positions.
 */
import "server-only";
import { bus } from "../../bus/bus.ts";
import {
  type AskForPlace,
  advanceQueue,
  askForPlace,
  readPositions,
  releasePlace,
} from "../../db/limits/model-places.ts";
import { log } from "../../log/log.ts";
import { PLACE_LOOK_MS } from "../limits.ts";
import { PLACES } from "../live/topics.ts";
import { runRegistry } from "../run-registry.ts";

type Waiter = {
  ask: AskForPlace;
  onPosition(position: number): void;
  begin(): void;
  /** Its call was cut: nobody would give its place back. */
  hasLeft: boolean;
};

const waiters = new Map<string, Waiter>();
let next: NodeJS.Timeout | undefined;
let leave: (() => void) | undefined;

/** Resolves when the place is free for this call, or when the signal aborts. */
export function waitForPlace(
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
export function placeIsFree(placeIds: readonly string[]): void {
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
