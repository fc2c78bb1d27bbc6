/** The calls of a tool that came before a run on its branch of a conversation, from the log. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { EarlierCall } from "../../contracts/run/run-work.ts";
import { kysely } from "../client.ts";
import { EARLIER_CALLS_MAX } from "../limits.ts";

type Asking = { conversationId: string; runId: string; forgotten?: readonly string[] };

/** Only calls that succeeded, oldest first. An answer that another one continues belongs to the branch of that one. */
export async function listEarlierCalls(
  actor: Actor,
  { conversationId, runId, forgotten = [] }: Asking,
  tool: string,
): Promise<EarlierCall[]> {
  assertCan(actor, "chat:use");
  const rows = await kysely()
    .selectFrom("message as answer")
    .innerJoin("run", "run.answer_message_id", "answer.id")
    .innerJoin("log_event as called", "called.run_id", "run.id")
    .innerJoin("log_event as returned", "returned.run_id", "run.id")
    .select(["run.id as runId"])
    .select(({ ref }) => sql<unknown>`${ref("called.payload")}->'arguments'`.as("arguments"))
    .where("answer.conversation_id", "=", conversationId)
    .where("run.user_id", "=", actor.userId)
    .where("run.id", "not in", [runId, ...forgotten])
    .where("called.type", "=", "tool.called")
    .where("returned.type", "=", "tool.returned")
    .where(
      ({ ref }) => sql<boolean>`${ref("returned.payload")}->>'tool' = ${tool}
        AND ${ref("returned.payload")}->>'toolCallId' = ${ref("called.payload")}->>'toolCallId'
        AND ${ref("returned.payload")}->>'outcome' = 'ok'`,
    )
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("answer.superseded_at", "is", null),
        exists(
          selectFrom("message as rest")
            .select("rest.id")
            .whereRef("rest.parent_id", "=", "answer.parent_id")
            .whereRef("rest.created_at", "=", "answer.continued_at")
            .where("rest.superseded_at", "is", null),
        ),
      ]),
    )
    .orderBy("answer.ordinal", "desc")
    .orderBy("called.seq", "desc")
    .limit(EARLIER_CALLS_MAX)
    .execute();
  return rows.reverse();
}
