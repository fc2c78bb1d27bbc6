/** An admin sends runs to review: those that they ticked, or what their filters find. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { RunsSent, SendRuns } from "../../../contracts/inspector/review/sent-runs.ts";
import { shareWork } from "../../../gate/shared-work.ts";
import { kysely } from "../../client.ts";
import { saidScopeOf } from "../../inspector/opening/reviews.ts";
import { SEARCH_PLAN } from "../../inspector/runs/list-runs.ts";
import { conditionOf, selectRunsWhere } from "../../inspector/runs/run-conditions.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { RUNS_SENT_MAX } from "../../limits.ts";
import { uuids } from "../../typed-sql.ts";
import { queueRun } from "./queue-run.ts";

/**
 * Each once, the newest first, at most `RUNS_SENT_MAX`: a second press goes on. Words are looked for where the actor may read
 * them, as in an export.
 * @throws AppError `forbidden` without `review:manage`, `audit-unavailable`, `too-much-at-once`
 */
export async function sendRuns(
  actor: Actor,
  asked: SendRuns,
  most = RUNS_SENT_MAX,
): Promise<RunsSent> {
  assertCan(actor, "review:manage");
  const found = await shareWork("search", { person: actor.userId }, () =>
    findRuns(actor, asked, most + 1),
  );
  let sent = 0;
  await kysely()
    .transaction()
    .execute((transaction) =>
      withAudit(async () => {
        for (const { id: runId, conversation_id: conversationId } of found.slice(0, most)) {
          const isNew = await queueRun(transaction, {
            actorId: actor.userId,
            runId,
            conversationId,
            kind: "sent",
            figure: "",
            rule: null,
            severity: 2,
            judges: 1,
          });
          if (isNew) sent += 1;
        }
      }),
    );
  return { sent, hasMore: found.length > most };
}

async function findRuns(actor: Actor, asked: SendRuns, most: number) {
  const said = await saidScopeOf(actor);
  const condition =
    "filters" in asked
      ? conditionOf(asked.filters, said)
      : sql<boolean>`run.id = ANY(${uuids(asked.runIds)})`;
  const runs = selectRunsWhere(kysely(), condition)
    .innerJoin("conversation", "conversation.id", "run.conversation_id")
    .select(["run.id", "run.conversation_id"])
    .where("run.status", "<>", "running")
    .where("conversation.deleted_at", "is", null)
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("review_reason")
            .select("review_reason.id")
            .where("review_reason.run_id", "=", ref("run.id"))
            .where("review_reason.kind", "=", "sent"),
        ),
      ),
    )
    .orderBy("run.started_at", "desc")
    .orderBy("run.id", "desc")
    .limit(most);
  if (!("filters" in asked && asked.filters.q)) return runs.execute();
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await SEARCH_PLAN.execute(transaction);
      return transaction.executeQuery(runs.compile()).then(({ rows }) => rows);
    });
}
