/** What an admin reads and changes of the model judge, and what a reviewer reads of it behind their verdict. */
import "server-only";
import type { Actor } from "../access/actor.ts";
import {
  type ChangeJudge,
  JudgeOffReason,
  type JudgePage,
  type ModelScore,
} from "../contracts/inspector/review/model-judge.ts";
import { countJudged, listTuningCases, readScore } from "../db/review/model-judge/count-judged.ts";
import { listJudges, switchOffJudge, writeJudge } from "../db/review/model-judge/judge-versions.ts";
import { readJudgeSpending } from "../db/review/model-judge/judge-work.ts";
import { isMemoryForced, settings } from "../env/settings.ts";
import { toFigures } from "./judge-figures.ts";
import { JUDGE_FLOOR_CASES_MIN } from "./limits.ts";

/** @throws AppError `forbidden` without `review:manage` */
export async function readJudgePage(
  actor: Actor,
  choices: JudgePage["choices"],
): Promise<JudgePage> {
  const judges = await listJudges(actor);
  const [newest] = judges;
  const { REVIEW_JUDGE_FLOOR, REVIEW_JUDGE_BUDGET_DAY, PRICE_CURRENCY } = settings();
  return {
    versions: judges.map(({ judged, at, endedAt, offReason, ...judge }) => ({
      ...judge,
      at: at.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      offReason: offReason === null ? null : JudgeOffReason.parse(offReason),
      figures: toFigures(judged),
    })),
    tuning: newest ? await listTuningCases(actor, newest.version) : [],
    choices,
    floor: REVIEW_JUDGE_FLOOR,
    floorCases: JUDGE_FLOOR_CASES_MIN,
    spentToday: await readJudgeSpending(),
    budget: REVIEW_JUDGE_BUDGET_DAY ?? null,
    currency: PRICE_CURRENCY,
    isHeld: isMemoryForced(),
  };
}

/** @throws AppError `forbidden` without `review:manage`, `audit-unavailable` */
export async function changeJudge(actor: Actor, change: ChangeJudge): Promise<void> {
  if (change.do === "switch-off") await switchOffJudge(actor);
  else await writeJudge(actor, change);
}

/** @throws AppError `forbidden` without `review:judge` */
export async function readModelScore(actor: Actor, runId: string): Promise<ModelScore> {
  const stored = await readScore(actor, runId);
  return stored && { ...stored, figures: toFigures(await countJudged(stored.version)) };
}
