/** The kind of an event in SQL, see `event-kinds.ts`. */
import "server-only";
import { sql } from "kysely";
import { ROUTINE } from "../../../contracts/inspector/events/event-kinds.ts";
import { columnsOf } from "../../typed-sql.ts";

const event = columnsOf("log_event");

export const EVENT_KIND = sql<string>`CASE
  WHEN ${event("type")} = 'policy.decided' AND ${event("payload")} #>> '{decision,outcome}' = 'allow'
    THEN ${sql.lit(ROUTINE["policy.decided"])}
  WHEN ${event("type")} = 'state.loaded' AND ${event("payload")}->>'finding' IS NULL
    THEN ${sql.lit(ROUTINE["state.loaded"])}
  ELSE ${event("type")} END`;

/** Whether an event is of one of these kinds. */
export function isOfKinds(kinds: readonly string[]) {
  return sql<boolean>`${EVENT_KIND} = ANY(${[...kinds]}::text[])`;
}
