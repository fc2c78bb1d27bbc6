/** A call's place at a model: taken at once where one is free, else waited for in one queue of all instances. */
import "server-only";
import type { PlaceQueue, TakePlace } from "../../contracts/model/place.ts";
import { advanceQueue, askForPlace, releasePlace } from "../../db/limits/model-places.ts";
import { log } from "../../log/log.ts";
import { PLACE_LEASE_MS } from "../limits.ts";
import { runRegistry } from "../run-registry.ts";
import { keepPlace } from "./keep-places.ts";
import { placeIsFree, waitForPlace } from "./wait-for-place.ts";

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
