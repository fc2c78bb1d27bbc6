/** Checks whether a run exists, which its page needs before it reads anything. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { db } from "../client.ts";

/** @throws AppError `forbidden` without `run:list` */
export async function hasRun(actor: Actor, runId: string): Promise<boolean> {
  assertCan(actor, "run:list");
  return (await db().run.count({ where: { id: runId } })) > 0;
}
