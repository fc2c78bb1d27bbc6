import "server-only";
/** The agents and tools that the newest runs know: what a filter offers. */
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { RunNames } from "../../../contracts/inspector/runs/run-query.ts";
import { db } from "../../client.ts";

/** Runs that are looked at; a name that none of them knows can still be asked for by address. */
const NEWEST_RUNS = 5_000;

/** @throws AppError `forbidden` without `run:list` */
export async function listRunNames(actor: Actor): Promise<RunNames> {
  assertCan(actor, "run:list");
  const rows = await db().$queryRaw<{ mark: string }[]>`
    SELECT DISTINCT mark FROM (SELECT marks FROM run ORDER BY started_at DESC, id LIMIT ${NEWEST_RUNS}) AS newest,
      unnest(newest.marks) AS mark ORDER BY mark`;
  const named = (prefix: string) =>
    rows.flatMap(({ mark }) => (mark.startsWith(prefix) ? [mark.slice(prefix.length)] : []));
  return { agents: named("agent:"), tools: named("tool:") };
}
