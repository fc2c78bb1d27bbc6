/** Where a call gets its place at a model whose calls at once are limited. Given by the server at its start. */
import "server-only";
import type { TakePlace } from "../../contracts/model/place.ts";
import { processSlot } from "../../env/process-wide.ts";

const places = processSlot<TakePlace>("model-places");

/** Without it no call waits. */
export function offerModelPlaces(take: TakePlace): void {
  places.value = take;
}

export const takeModelPlace: TakePlace = async (queue, request) =>
  (await places.value?.(queue, request)) ?? (() => undefined);
