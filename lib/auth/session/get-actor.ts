/** Reads the actor from the session cookie, for pages, actions and route handlers. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { getPerson } from "./get-person.ts";

/** Null when signed out. One round trip to the database. */
export async function getActor(): Promise<Actor | null> {
  return (await getPerson())?.actor ?? null;
}
