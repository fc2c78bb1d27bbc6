/** What follows from verdicts that are final: the trail states them for their persons, and exchanges leave memory. */
import "server-only";
import { sql } from "kysely";
import { ADJUDICATOR } from "../../../contracts/inspector/review/decide-case.ts";
import { UNDO_MS } from "../../../contracts/limits.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { tellPerson } from "../../inspector/record-look.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { UNTOLD_RUNS_MAX } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { isSettled, SHOWN_VERDICT } from "../read-contests.ts";
import { forgetExchange } from "./forget-exchange.ts";

/** Of each case that is decided, once nothing of it can be undone any more. A process that ends before it does it at the next call. */
export async function returnVerdicts(): Promise<void> {
  const due = await kysely()
    .selectFrom("review_case")
    .innerJoin("review_verdict", "review_verdict.run_id", "review_case.run_id")
    .innerJoin("run", "run.id", "review_case.run_id")
    .select(["review_case.run_id", "run.user_id"])
    .distinct()
    .where("review_verdict.stated_at", "is", null)
    .where("review_case.state", "<>", "open")
    .where(isSettled)
    .limit(UNTOLD_RUNS_MAX)
    .execute();
  for (const { run_id: runId, user_id: personId } of due) {
    await kysely()
      .transaction()
      .execute((transaction) => returnVerdict(transaction, runId));
    tellPerson(personId);
  }
}

/** The exchange leaves memory where the verdict that counts says so, or that of another judge who found the same. */
const FORGETS = sql<boolean>`EXISTS (SELECT FROM review_verdict AS given
  WHERE given.run_id = review_case.run_id AND given.forget AND given.upheld
    AND NOT EXISTS (SELECT FROM review_verdict AS later
      WHERE later.run_id = given.run_id AND later.seat = given.seat AND later.nth > given.nth)
    AND (given.seat = ${ADJUDICATOR} OR NOT EXISTS (SELECT FROM review_verdict AS third
      WHERE third.run_id = given.run_id AND third.seat = ${ADJUDICATOR})))`;

async function returnVerdict(transaction: DatabaseTransaction, runId: string): Promise<void> {
  const found = await transaction
    .selectFrom("review_case")
    .select([SHOWN_VERDICT.as("shown"), FORGETS.as("forgets")])
    .where("review_case.run_id", "=", runId)
    .where("review_case.state", "<>", "open")
    .where(isSettled)
    .forUpdate()
    .executeTakeFirst();
  if (!found?.shown) return;
  const { nth, upheld, isStated } = found.shown;
  await transaction
    .updateTable("review_verdict")
    .set({ stated_at: sql<Date>`now()` })
    .where("run_id", "=", runId)
    .where("stated_at", "is", null)
    // A correction that was given meanwhile is stated by the next call.
    .where("at", "<=", fromNow(-UNDO_MS))
    .execute();
  if (!isStated)
    await withAudit(() =>
      recordAudit(transaction, {
        // Whoever gets the receipt does not learn who judged.
        actorId: null,
        action: "verdict.stated",
        target: `run:${runId}`,
        outcome: "allowed",
        runId,
        detail: { nth, upheld },
      }),
    );
  if (found.forgets && upheld) await forgetExchange(transaction, runId);
}
