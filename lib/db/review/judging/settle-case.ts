/** Decides a case by the verdicts that it has, with a row of the trail where more than one reviewer judged it. */
import "server-only";
import { decideCase, type SeatVerdict } from "../../../contracts/inspector/review/decide-case.ts";
import { Answers } from "../../../contracts/inspector/review/verdict.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { readRubrics } from "./rubrics.ts";

type CaseOfRun = { runId: string; subjectId: string | null; asks: number };

/** The caller has locked the case. */
export async function settleCase(
  transaction: DatabaseTransaction,
  { runId, subjectId, asks }: CaseOfRun,
): Promise<void> {
  const verdicts = await readSeatVerdicts(transaction, runId);
  const rubrics = await readRubrics(
    verdicts.map(({ rubric }) => rubric),
    transaction,
  );
  const decision = decideCase(asks, verdicts, rubrics);
  await transaction
    .updateTable("review_case")
    .set({ state: decision.state, asks: decision.asks })
    .where("run_id", "=", runId)
    .execute();
  if (decision.state === "open" || verdicts.length === 1) return;
  const { nth, upheld } = decision.by;
  await withAudit(() =>
    recordAudit(transaction, {
      actorId: null,
      action: "review.decided",
      target: `run:${runId}`,
      outcome: "allowed",
      subjectId,
      runId,
      detail: { nth, upheld },
    }),
  );
}

/** The last verdict of each seat. */
async function readSeatVerdicts(
  transaction: DatabaseTransaction,
  runId: string,
): Promise<SeatVerdict[]> {
  const rows = await transaction
    .selectFrom("review_verdict")
    .distinctOn("seat")
    .select(["seat", "nth", "upheld", "rubric", "answers"])
    .where("run_id", "=", runId)
    .orderBy("seat")
    .orderBy("nth", "desc")
    .execute();
  return rows.map((row) => ({ ...row, answers: Answers.parse(row.answers) }));
}
