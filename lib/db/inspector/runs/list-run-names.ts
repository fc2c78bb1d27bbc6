/** Lists the agents and tools of the newest runs for the filters. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { RunNames } from "../../../contracts/inspector/runs/run-query.ts";
import { kysely } from "../../client.ts";
import { RUNS_WITH_NAMES_MAX } from "../../limits.ts";

/** @throws AppError `forbidden` without `run:list` */
export async function listRunNames(actor: Actor): Promise<RunNames> {
  assertCan(actor, "run:list");
  const rows = await kysely()
    .selectFrom(({ selectFrom }) =>
      selectFrom("run")
        .select("tags")
        .orderBy("started_at", "desc")
        .orderBy("id")
        .limit(RUNS_WITH_NAMES_MAX)
        .as("newest"),
    )
    .select(({ ref }) => sql<string>`unnest(${ref("newest.tags")})`.as("tag"))
    .distinct()
    .orderBy("tag")
    .execute();
  const reasons = await kysely()
    .selectFrom(({ selectFrom }) =>
      selectFrom("run")
        .select("reason")
        .orderBy("started_at", "desc")
        .orderBy("id")
        .limit(RUNS_WITH_NAMES_MAX)
        .as("newest"),
    )
    .select("newest.reason")
    .distinct()
    .where("newest.reason", "is not", null)
    .orderBy("newest.reason")
    .execute();
  const named = (prefix: string) =>
    rows.flatMap(({ tag }) => (tag.startsWith(prefix) ? [tag.slice(prefix.length)] : []));
  return {
    reasons: reasons.flatMap(({ reason }) => reason ?? []),
    agents: named("agent:"),
    tools: named("tool:"),
  };
}
