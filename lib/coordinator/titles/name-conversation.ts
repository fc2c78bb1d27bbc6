/**
 * Names a conversation by one short model call behind the end of a run. No turn waits for it, and whatever fails leaves
 * the first line as the title.
 */
import "server-only";
import { COORDINATOR_ID } from "../../agents/coordinator-state.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import { readDeploymentSpending } from "../../db/limits/deployment-spending.ts";
import { findTitleWork, type TitleWork } from "../../db/titles/find-title-work.ts";
import { recordTitleCall } from "../../db/titles/record-title-call.ts";
import { settings } from "../../env/settings.ts";
import { log } from "../../log/log.ts";
import { promptModel } from "../../prompt/prompt-model.ts";
import { hasDeploymentBudget, listBudgets, shareOf } from "../budget/budgets.ts";
import { TITLE_CALL_MAX_MS } from "../limits.ts";
import { loadAgents } from "../load-agents.ts";
import { cleanTitle } from "./clean-title.ts";
import { TITLES_ID, titlePrompt } from "./title-prompt.ts";

/** Resolves when it is over. Never rejects. */
export async function nameConversation(
  runId: string,
  registry: AgentRegistry = REGISTRY,
): Promise<void> {
  try {
    if (settings().CONVERSATION_TITLES === "model") await callForTitle(runId, registry);
  } catch (error) {
    // The process may be ending, or the conversation may have been erased meanwhile.
    log().warn({ runId, err: error }, "a conversation was not named");
  }
}

async function callForTitle(runId: string, registry: AgentRegistry): Promise<void> {
  const work = await findTitleWork(runId);
  if (!work || (await isBudgetSpent(work))) return;
  const assembled = titlePrompt(work);
  if (!assembled.ok) throw new Error(`a title's prompt held ${assembled.segment.kind}`);
  const { prompt } = assembled;
  const startedAt = new Date();
  const result = await promptModel(prompt, AbortSignal.timeout(TITLE_CALL_MAX_MS), {
    // The connection of short calls beside the answer.
    agentId: COORDINATOR_ID,
  });
  const { answer, ...judged } = await judge(result, work, registry);
  await recordTitleCall({
    ...judged,
    runId,
    conversationId: work.conversationId,
    userId: work.userId,
    nodeId: TITLES_ID,
    manifest: prompt.manifest,
    startedAt,
    model: answer.model,
    inputTokens: answer.usage?.inputTokens ?? 0,
    outputTokens: answer.usage?.outputTokens ?? 0,
    isEstimated: answer.usage?.isEstimated ?? false,
    cost: answer.cost.cost,
    durationMs: answer.durationMs,
  });
}

/** `title`: null leaves the first line. */
async function judge(
  result: Awaited<ReturnType<typeof promptModel>>,
  work: TitleWork,
  registry: AgentRegistry,
) {
  if (!result.ok) return { title: null, reason: result.reason, answer: result.partial } as const;
  const { answer } = result;
  const visible = `${work.question}\n${work.answer}`;
  const clean = cleanTitle(answer.text, { visible, hiddenNames: await listHiddenNames(registry) });
  return clean.ok
    ? { title: clean.title, reason: null, answer }
    : { title: null, reason: clean.reason, answer };
}

async function listHiddenNames(registry: AgentRegistry): Promise<string[]> {
  const { agents } = await loadAgents(registry);
  const names = agents.flatMap(({ descriptor, plannable }) => [
    descriptor.id,
    descriptor.name,
    ...plannable.map(({ name }) => name),
  ]);
  return [...names, COORDINATOR_ID];
}

async function isBudgetSpent({ spent }: TitleWork): Promise<boolean> {
  const deployment = hasDeploymentBudget() ? await readDeploymentSpending() : null;
  return listBudgets(spent, deployment).some((budget) => shareOf(budget) >= 1);
}
