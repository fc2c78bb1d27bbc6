/** Renews the leases of this process's places at models, in one statement, while it has any. */
import "server-only";
import { renewPlaces } from "../../db/limits/model-places.ts";
import { log } from "../../log/log.ts";
import { PLACE_LEASE_MS, PLACE_RENEW_MS } from "../limits.ts";

const kept = new Set<string>();
let renewing: NodeJS.Timeout | undefined;

/** @returns the function that ends the keeping */
export function keepPlace(placeId: string): () => void {
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
