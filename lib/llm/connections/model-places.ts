/** Where a call gets its place at a model whose calls at once are limited. Given by the server at its start. */
import "server-only";
import type { TakePlace } from "../../contracts/model/place.ts";

const KEY = Symbol.for("halfsilver.model-places");
const store = globalThis as { [KEY]?: TakePlace };

/** Without it no call waits. */
export function offerModelPlaces(take: TakePlace): void {
  store[KEY] = take;
}

export const takeModelPlace: TakePlace = async (queue, request) =>
  (await store[KEY]?.(queue, request)) ?? (() => undefined);
