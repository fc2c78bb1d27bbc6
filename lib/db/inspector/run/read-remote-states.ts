/** The stored states that name a conversation of a service, oldest first. They hold ids and no content. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { kysely } from "../../client.ts";
import { REMOTE_STATES_MAX } from "../../limits.ts";

/** The caller has audited its read of the run. @throws AppError `forbidden` */
export async function readRemoteStates(actor: Actor, runId: string): Promise<{ state: unknown }[]> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  const rows = await kysely()
    .selectFrom("hidden_state")
    .innerJoin("run", "run.conversation_id", "hidden_state.conversation_id")
    .select("hidden_state.state")
    .where("run.id", "=", runId)
    .where(({ ref }) => sql<boolean>`${ref("hidden_state.state")} ? 'ums_conversation_id'`)
    .orderBy("hidden_state.version", "desc")
    .limit(REMOTE_STATES_MAX)
    .execute();
  return rows.reverse();
}
