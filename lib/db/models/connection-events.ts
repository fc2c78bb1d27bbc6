/** What happened at connections to models lately, of all instances. Ages are measured by the database's clock alone. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import {
  type ConnectionEvent,
  ConnectionEventKind,
} from "../../contracts/model/connection-event.ts";
import { kysely } from "../client.ts";
import { CONNECTION_EVENTS_KEPT_MS } from "../limits.ts";
import { fromNow } from "../typed-sql.ts";

/** Forgets older ones, too. */
export async function addConnectionEvents(events: readonly ConnectionEvent[]): Promise<void> {
  const rows = events.map(({ id, connection, kind, by, ageMs }) => ({
    id,
    connection,
    kind,
    conversation: by,
    at: fromNow(-ageMs) as RawBuilder<Date>,
  }));
  await kysely()
    .insertInto("connection_event")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  await kysely()
    .deleteFrom("connection_event")
    .where("at", "<", fromNow(-CONNECTION_EVENTS_KEPT_MS))
    .execute();
}

export async function readConnectionEvents(): Promise<ConnectionEvent[]> {
  const rows = await kysely()
    .selectFrom("connection_event")
    .select(["id", "connection", "kind", "conversation"])
    .select(sql<number>`(extract(epoch FROM now() - at) * 1000)::float8`.as("ageMs"))
    .where("at", ">", fromNow(-CONNECTION_EVENTS_KEPT_MS))
    .execute();
  return rows.flatMap(({ kind: known, conversation: by, ...event }) => {
    const kind = ConnectionEventKind.safeParse(known);
    return kind.success ? [{ ...event, kind: kind.data, by }] : [];
  });
}
