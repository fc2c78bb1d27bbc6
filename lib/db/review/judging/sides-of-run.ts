/** What a verdict for the person must not tell. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { kysely } from "../../client.ts";
import { HIDDEN_PAYLOADS_MAX } from "../../limits.ts";
import { type Judging, lockPlace } from "../judge-case.ts";

/** What a run has that its person does not see, and what they do. */
export type SidesOfRun = { hidden: string[]; shown: string[] };

/**
 * For a comparison alone: nothing of it may be shown. Payloads are JSON texts, the newest `HIDDEN_PAYLOADS_MAX`.
 * @throws AppError `forbidden` without `review:judge`, `case-left`
 */
export async function readSidesOfRun(
  actor: Actor,
  runId: string,
  judging: Judging,
): Promise<SidesOfRun> {
  assertCan(actor, "review:judge");
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockPlace(transaction, actor, runId, judging);
      const events = await transaction
        .selectFrom("log_event")
        .select(({ ref }) => sql<string>`${ref("payload")}::text`.as("payload"))
        .where("run_id", "=", runId)
        .where("visibility", "=", "hidden")
        .orderBy("seq", "desc")
        .limit(HIDDEN_PAYLOADS_MAX)
        .execute();
      const messages = await transaction
        .selectFrom("message")
        .innerJoin("run", "run.conversation_id", "message.conversation_id")
        .select("message.content")
        .where("run.id", "=", runId)
        .execute();
      return {
        hidden: events.map(({ payload }) => payload),
        shown: messages.map(({ content }) => content),
      };
    });
}
