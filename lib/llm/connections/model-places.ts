/** Where a call gets its place at a model whose calls at once are limited. Given by the server at its start. */
import "server-only";
import type { TakePlace } from "../../contracts/model/place.ts";
import { processSlot } from "../../env/process-wide.ts";

const store = processSlot<TakePlace>("model-places");

/** Without it no call waits. */
export function offerModelPlaces(take: TakePlace): void {
  store.value = take;
}

export const takeModelPlace: TakePlace = async (queue, request) =>
  (await store.value?.(queue, request)) ?? (() => undefined);
