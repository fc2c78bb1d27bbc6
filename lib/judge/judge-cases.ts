/**
 * The model judge: reads cases ahead of people, and says how likely each answer is wrong. It closes no case, and people read
 * its score after their own verdict.
 */
import "server-only";
import { JUDGE_ID, type ScoreOutcome } from "../contracts/inspector/review/model-judge.ts";
import type { PromptManifest } from "../contracts/run/prompt-manifest.ts";
import { hasDeploymentBudget, listBudgets, shareOf } from "../coordinator/budgets.ts";
import { readDeploymentSpending } from "../db/limits/deployment-spending.ts";
import { countJudged } from "../db/review/model-judge/count-judged.ts";
import {
  endJudgeBelowFloor,
  type JudgeInForce,
  judgeInForce,
} from "../db/review/model-judge/judge-versions.ts";
import {
  findJudgeWork,
  type JudgeCall,
  type JudgedMessage,
  readJudgedMessages,
  readJudgeSpending,
  recordJudgeSpending,
  recordScore,
} from "../db/review/model-judge/judge-work.ts";
import { isMemoryForced, settings } from "../env/settings.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import { log } from "../log/log.ts";
import { promptModel } from "../prompt/prompt-model.ts";
import { isBelowFloor, toFigures } from "./judge-figures.ts";
import {
  answerSchema,
  drawCode,
  judgePrompt,
  readable,
  SCALES,
  type Scale,
} from "./judge-prompt.ts";
import { JUDGE_CALL_MAX_MS, JUDGE_CASES_PER_PASS, JUDGE_FAILURES_MAX } from "./limits.ts";
import { type Judgement, readJudgement, resemblesInstruction, toScore } from "./read-judgement.ts";

/** One pass. Nothing happens where no version is in force. */
export async function judgeCases(): Promise<void> {
  const judge = await judgeInForce();
  // A case holds turns that are over.
  if (!judge || isMemoryForced()) return;
  let failedInARow = 0;
  for (const runId of await findJudgeWork(judge.version, JUDGE_CASES_PER_PASS)) {
    if ((await endBelowFloor(judge)) || (await isBudgetSpent())) return;
    const isAnswered = await judgeCase(judge, runId).catch((error: unknown) => {
      log().error({ runId, err: error }, "the model judge could not read a case");
      return false;
    });
    failedInARow = isAnswered ? 0 : failedInARow + 1;
    if (failedInARow === JUDGE_FAILURES_MAX) return;
  }
  await endBelowFloor(judge);
}

async function endBelowFloor({ version }: JudgeInForce): Promise<boolean> {
  const isBelow = isBelowFloor(
    toFigures(await countJudged(version)),
    settings().REVIEW_JUDGE_FLOOR,
  );
  if (isBelow) {
    log().warn({ version }, "the model judge is below its floor and was switched off");
    await endJudgeBelowFloor(version);
  }
  return isBelow;
}

/** Its own, and those of the deployment. A person's is not asked. */
async function isBudgetSpent(): Promise<boolean> {
  const { REVIEW_JUDGE_BUDGET_DAY: own } = settings();
  if (own !== undefined && (await readJudgeSpending()) >= own) return true;
  if (!hasDeploymentBudget()) return false;
  const nobody = { today: null, thisMonth: null };
  return listBudgets(nobody, await readDeploymentSpending()).some((budget) => shareOf(budget) >= 1);
}

/** What says something of the conversation. Everything else says something of the server, and the case is read later. */
const OF_THE_CASE = new Set([
  "model-refused",
  "model-filtered",
  "request-too-long",
  "model-protocol",
]);
/** May say something of either: the case gets no score, so that it is not asked about for ever. `aborted`: after JUDGE_CALL_MAX_MS. */
const OF_EITHER = new Set(["aborted", "model-too-slow", "model-cut-off"]);

/** @returns false where it may be that the model cannot be asked now */
async function judgeCase(judge: JudgeInForce, runId: string): Promise<boolean> {
  const messages = readable(await readJudgedMessages(runId));
  const { version } = judge;
  const calls: JudgeCall[] = [];
  const end = async (outcome: ScoreOutcome, score: number | null = null, reason = "") => {
    await recordScore({ runId, version, outcome, score, reason }, calls);
    log().info({ runId, version }, "the model judge read a case");
    return true;
  };
  if (messages.some(({ text }) => resemblesInstruction(text))) return end("commanded");
  const judged: Judgement[] = [];
  for (const scale of SCALES) {
    const asked = await ask({ judge, runId, messages, scale });
    if (!asked) return end("failed");
    calls.push(asked.call);
    await recordJudgeSpending([asked.call]);
    if (!asked.ok) {
      const isOfCase = OF_THE_CASE.has(asked.reason);
      if (isOfCase || OF_EITHER.has(asked.reason)) await end("failed");
      return isOfCase;
    }
    if (!asked.judgement) return end("malformed");
    judged.push(asked.judgement);
  }
  const [wrong, right] = judged;
  const score = wrong && right ? toScore(wrong.likelihood, right.likelihood) : null;
  if (score === null) return end("inconsistent");
  return end("scored", score, sanitise(wrong?.reason ?? "").value);
}

type Asking = {
  judge: JudgeInForce;
  runId: string;
  messages: readonly JudgedMessage[];
  scale: Scale;
};
type Asked = { call: JudgeCall } & (
  | { ok: true; judgement: Judgement | null }
  | { ok: false; reason: string }
);

/** @returns null where the assembler makes no prompt of it */
async function ask(asking: Asking): Promise<Asked | null> {
  const { judge, runId, scale } = asking;
  const code = drawCode();
  const assembled = judgePrompt({ ...asking, code });
  if (!assembled.ok) {
    log().error({ runId, kind: assembled.segment.kind }, "a judge's prompt was refused");
    return null;
  }
  const { prompt } = assembled;
  const result = await promptModel(prompt, AbortSignal.timeout(JUDGE_CALL_MAX_MS), {
    agentId: JUDGE_ID,
    chosenModel: judge.model,
    responseSchema: answerSchema(scale),
  });
  const answer = result.ok ? result.answer : result.partial;
  const call = toCall(code, prompt.manifest, answer);
  if (!result.ok) return { ok: false, reason: result.reason, call };
  const isWhole = answer.shortfall === null && answer.toolCalls.length === 0;
  return { ok: true, judgement: isWhole ? readJudgement(answer.text, scale, code) : null, call };
}

type Answer = Extract<Awaited<ReturnType<typeof promptModel>>, { ok: true }>["answer"];

function toCall(code: string, manifest: PromptManifest, answer: Answer): JudgeCall {
  return {
    code,
    manifest,
    model: answer.model,
    inputTokens: answer.usage?.inputTokens ?? 0,
    outputTokens: answer.usage?.outputTokens ?? 0,
    isEstimated: answer.usage?.isEstimated ?? false,
    cost: answer.cost.cost,
    durationMs: Math.round(answer.durationMs),
  };
}
