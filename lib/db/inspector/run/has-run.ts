import "server-only";
/** Whether there is such a run: all that its page needs to know before anything of it is read. */
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { db } from "../../client.ts";

/** @throws AppError `forbidden` without `run:list` */
export async function hasRun(actor: Actor, runId: string): Promise<boolean> {
  assertCan(actor, "run:list");
  return (await db().run.count({ where: { id: runId } })) > 0;
}
