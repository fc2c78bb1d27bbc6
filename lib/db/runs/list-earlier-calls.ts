/** The calls of a tool that came before a run on its branch of a conversation, from the log. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { isSignedEvent } from "../../audit/crypto/event-mac.ts";
import { commitToPayload } from "../../audit/run-log.ts";
import { isRecord } from "../../contracts/read-json.ts";
import type { EarlierCall } from "../../contracts/run/run-work.ts";
import { toLogged } from "../audit/runs/read-logs.ts";
import { rowKeys } from "../audit/trail-keys.ts";
import { kysely } from "../client.ts";
import { EARLIER_CALLS_MAX } from "../limits.ts";

type Asking = { conversationId: string; runId: string; forgotten?: readonly string[] };

/**
 * Only calls that succeeded and that the application logged as they stand, oldest first. An answer that another one continues
 * belongs to the branch of that one.
 */
export async function listEarlierCalls(
  actor: Actor,
  asking: Asking,
  tool: string,
): Promise<EarlierCall[]> {
  assertCan(actor, "chat:use");
  const rows = await selectCalls(actor, asking, tool).execute();
  return rows
    .reverse()
    .filter((row) => isOwnCall(row, tool))
    .map(({ run_id, arguments: given }) => ({ runId: run_id, arguments: given }));
}

function selectCalls(
  actor: Actor,
  { conversationId, runId, forgotten = [] }: Asking,
  tool: string,
) {
  return kysely()
    .selectFrom("message as answer")
    .innerJoin("run", "run.answer_message_id", "answer.id")
    .innerJoin("log_event as called", "called.run_id", "run.id")
    .innerJoin("log_event as returned", "returned.run_id", "run.id")
    .innerJoin("run_event as stored", (join) =>
      join.onRef("stored.run_id", "=", "called.run_id").onRef("stored.seq", "=", "called.seq"),
    )
    .leftJoin("run_event as before", (join) =>
      join
        .onRef("before.run_id", "=", "called.run_id")
        .on(({ ref }) => sql<boolean>`${ref("before.seq")} = ${ref("called.seq")} - 1`),
    )
    .select([
      "stored.run_id",
      "stored.seq",
      "stored.public_seq",
      "stored.type",
      "stored.visibility",
    ])
    .select([
      "stored.hop_ref",
      "stored.at",
      "stored.event_version",
      "stored.payload",
      "stored.salt",
    ])
    .select(["stored.mac", "before.mac as before"])
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
    .limit(EARLIER_CALLS_MAX);
}

type CalledRow = Awaited<ReturnType<ReturnType<typeof selectCalls>["execute"]>>[number];

function isOwnCall({ run_id: runId, mac, before, ...row }: CalledRow, tool: string): boolean {
  try {
    const event = toLogged(row);
    const facts = { runId, ...event, payload: commitToPayload(event) };
    // A call names the version of its tool, a result does not.
    const isOfTool =
      isRecord(event.payload) && String(event.payload.tool).split("@", 1)[0] === tool;
    return mac !== null && isOfTool && isSignedEvent(rowKeys(), facts, { before, mac });
  } catch {
    // Such as a number that JSON does not have.
    return false;
  }
}
