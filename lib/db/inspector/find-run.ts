import "server-only";
/** One row of the list of runs, by its id: nothing hidden. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { InspectedRun } from "../../contracts/inspector/run/inspected-run.ts";
import { AppError } from "../../errors/app-error.ts";
import { db } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { type RunRow, selectRunRows, toInspectedRun } from "./runs/run-rows.ts";

type Reader = Pick<ReturnType<typeof db>, "$queryRaw">;

/** @throws AppError `forbidden` without `run:list`, `not-found` where there is no such run */
export async function findRun(
  actor: Actor,
  runId: string,
  reader: Reader = db(),
): Promise<InspectedRun> {
  assertCan(actor, "run:list");
  const byId = Prisma.sql`(SELECT ${runId}::uuid AS id, 0 AS sort_key)`;
  const [row] = await reader.$queryRaw<RunRow[]>(selectRunRows(byId));
  if (!row) throw new AppError("not-found");
  return toInspectedRun(row);
}
