/** Lists the answers that an agent gave alone, from which its memory can be rebuilt. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { kysely } from "../client.ts";

/** @returns the run of each answer by message id, without composed answers */
export async function listAgentAnswers(
  actor: Actor,
  conversationId: string,
  agentId: string,
): Promise<ReadonlyMap<string, string>> {
  assertCan(actor, "chat:use");
  const runs = await kysely()
    .selectFrom("run")
    .select(["id", "answer_message_id"])
    .where("conversation_id", "=", conversationId)
    .where("user_id", "=", actor.userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("log_event as e")
          .select("e.seq")
          .whereRef("e.run_id", "=", "run.id")
          .where("e.type", "=", "route.chosen")
          .where(({ ref }) => sql<boolean>`${ref("e.payload")}->>'agentId' = ${agentId}`),
      ),
    )
    .execute();
  return new Map(runs.map((run) => [run.answer_message_id, run.id]));
}
