/** What the signed-in person has chosen, read once per request. */
import "server-only";
import { cache } from "react";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { type Preferences, readPreferences } from "@/lib/db/accounts/preferences.ts";

/** Null when signed out. */
export const ownPreferences: () => Promise<Preferences | null> = cache(async () => {
  const actor = await getActor();
  return actor && readPreferences(actor);
});
