/** Returns the actor or throws. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { AppError } from "../../errors/app-error.ts";
import { getActor } from "./get-actor.ts";

/** @throws AppError `signed-out` */
export async function requireActor(): Promise<Actor> {
  const actor = await getActor();
  if (!actor) throw new AppError("signed-out");
  return actor;
}
