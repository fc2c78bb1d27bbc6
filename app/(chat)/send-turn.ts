/** Sends turns: a message or a new version of one, a decision on a pending question, a retry, the rest of an answer. Each has its own run. */
import "server-only";
import type { z } from "zod";
import type { Actor } from "@/lib/access/actor.ts";
import { REGISTRY } from "@/lib/agents/registry.ts";
import { BUDGET_WARNING_SHARE, TITLE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import { firstLine, titleOf } from "@/lib/contracts/public/first-line.ts";
import { type Pasted, readPasted } from "@/lib/contracts/public/person/pasted-parts.ts";
import type {
  ContinueAnswer,
  DecideApproval,
  EditMessage,
  OpenApproval,
  OpenApprovalResult,
  RetryAnswer,
  SendMessage,
  SendMessageResult,
  TurnRefused,
  TurnStarted,
} from "@/lib/contracts/public/send-message.ts";
import {
  type BudgetCode,
  hasDeploymentBudget,
  listBudgets,
  shareOf,
  tightest,
  warnOfBudgets,
} from "@/lib/coordinator/budgets.ts";
import {
  changePendingCall,
  describeChange,
  listCallFields,
} from "@/lib/coordinator/suspend/change-approval.ts";
import { nameUploads } from "@/lib/db/attachments/uploads.ts";
import { readDeploymentSpending } from "@/lib/db/limits/deployment-spending.ts";
import { storableCanonical, storableText } from "@/lib/db/storable-json.ts";
import { getApproval } from "@/lib/db/turns/approvals/get-approval.ts";
import { type CreateTurn, type CreateTurnResult, createTurn } from "@/lib/db/turns/create-turn.ts";
import type { CreatedTurn } from "@/lib/db/turns/created-turn.ts";
import { createContinuing, createRetry } from "@/lib/db/turns/replace/replace-answer.ts";
import { settings } from "@/lib/env/settings.ts";
import * as text from "@/lib/messages/chat.ts";
import { name as temporaryName } from "@/lib/messages/temporary.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { mayTakeTurns } from "@/lib/runs/storage-failure.ts";
import { executeTurn } from "./execute-turn.ts";
import { refuseTurn } from "./refuse-turn.ts";

/** @throws AppError `signed-out` if the session ended meanwhile */
export function sendTurn(
  actor: Actor,
  message: z.output<typeof SendMessage>,
  session: string | null,
): Promise<SendMessageResult> {
  const { personId = actor.userId } = message;
  if (personId !== actor.userId) return Promise.resolve(refuseTurn("other-person"));
  const sent = {
    conversationId: message.conversationId ?? null,
    isTemporary: message.isTemporary,
    clientMessageId: message.clientMessageId,
    ...saidIn(message),
    attachmentIds: [...new Set(message.attachmentIds)],
    session,
  };
  return createAndExecute(actor, (run) => createMessage(actor, sent, run));
}

/** A new version of a message is a turn that replaces it and what came behind it, on a branch of its own. */
export function editTurn(
  actor: Actor,
  message: z.output<typeof EditMessage>,
): Promise<SendMessageResult> {
  const { conversationId, messageId: editedId, clientMessageId, attachmentIds } = message;
  const sent = { conversationId, clientMessageId, ...saidIn(message), attachmentIds, editedId };
  return createAndExecute(actor, (run) => createMessage(actor, sent, run));
}

function saidIn(message: Said): { text: string; pasted: Pasted } {
  const said = storableText(message.text);
  return { text: said, pasted: readPasted(said, message.pasted, message.text) };
}

type Said = Pick<z.output<typeof EditMessage>, "text" | "pasted">;

const DECISION_TEXT = { approved: text.approveQuestion, declined: text.declineQuestion } as const;

/**
 * A decision is a turn with a plain text. Who comes second, in another tab, reads what was decided.
 * @throws AppError `not-found` if there is no such question
 */
export async function decideTurn(
  actor: Actor,
  { approvalId, decision, changes }: DecideApproval,
): Promise<SendMessageResult> {
  const { conversationId, question, status, call } = await getApproval(actor, approvalId);
  if (status !== "pending") return refuseDecided(status);
  // The page has asked already; another tab or script may not have.
  const change = changes ? await changePendingCall(call, changes) : NOT_CHANGED;
  if (!change) return refuseTurn("invalid");
  if (!change.ok) {
    const { message } = change.problems[0] ?? refuseTurn("invalid");
    return { ok: false, reason: "invalid", message };
  }
  const { changed } = change;
  const words = DECISION_TEXT[decision]({ question });
  const stored = changed && storableCanonical(changed);
  const sent = {
    conversationId,
    // Use the question's id, so that two clicks or two tabs create one decision.
    clientMessageId: approvalId,
    text: changed ? describeChange(words, changed) : words,
    attachmentIds: [],
    approval: { id: approvalId, decision, changed: stored },
  };
  const started = await createAndExecute(actor, (run) => createMessage(actor, sent, run));
  // The other tab's decision stands: nobody may believe that it was theirs.
  if (started.ok && stored && (await getApproval(actor, approvalId)).changed !== stored)
    return refuseDecided("approved");
  if (started.ok || started.reason !== "not-found") return started;
  const now = await getApproval(actor, approvalId);
  return now.status === "pending" ? started : refuseDecided(now.status);
}

const NOT_CHANGED = { ok: true, changed: null } as const;

/** What can be changed of the call behind a question of one's own, and what of some changes does not fit. Decides nothing. */
export async function openApproval(
  actor: Actor,
  { approvalId, changes }: OpenApproval,
): Promise<OpenApprovalResult> {
  const { question, status, call } = await getApproval(actor, approvalId);
  if (status !== "pending") return refuseDecided(status);
  const fields = await listCallFields(call);
  const change = changes && fields ? await changePendingCall(call, changes) : NOT_CHANGED;
  if (!change) return refuseTurn("invalid");
  const words = text.approveQuestion({ question });
  const isChanged = change.ok && change.changed;
  return {
    ok: true,
    fields: fields ?? [],
    problems: change.ok ? [] : change.problems,
    words: isChanged ? describeChange(words, isChanged) : words,
  };
}

const DECIDED = {
  approved: text.alreadyApproved,
  declined: text.alreadyDeclined,
  expired: text.alreadyExpired,
} as const;

function refuseDecided(status: keyof typeof DECIDED): TurnRefused {
  return { ok: false, reason: "not-found", message: DECIDED[status]() };
}

export function retryTurn(
  actor: Actor,
  { answerMessageId }: RetryAnswer,
): Promise<SendMessageResult> {
  return createAndExecute(actor, (run) => createRetry(actor, { answerMessageId, ...run }));
}

/** The rest of an answer that is not whole, in a run of its own and in the same message for the person. */
export function continueTurn(
  actor: Actor,
  { answerMessageId }: ContinueAnswer,
): Promise<SendMessageResult> {
  return createAndExecute(actor, (run) => createContinuing(actor, { answerMessageId, ...run }));
}

type NewRun = Pick<CreateTurn, "agentId" | "leaseOwner" | "leaseMs" | "limits">;
type Sent = Omit<CreateTurn, keyof NewRun | "title">;

async function createMessage(
  actor: Actor,
  sent: Sent,
  { agentId, leaseOwner, leaseMs, limits }: NewRun,
): Promise<CreateTurnResult> {
  // The words of a temporary chat stand in no title.
  const title = sent.isTemporary ? temporaryName() : await firstTitle(actor, sent);
  return createTurn(actor, { ...sent, title, agentId, leaseOwner, leaseMs, limits });
}

type Create = typeof createTurn | typeof createRetry | typeof createContinuing;

/** The one way from what a person sends to a run, which outlives the request. */
async function createAndExecute(
  actor: Actor,
  create: (run: NewRun) => ReturnType<Create>,
): Promise<SendMessageResult> {
  if (!(await mayTakeTurns())) return refuseTurn("unavailable");
  const exhausted = await exhaustedDeployment(actor);
  if (exhausted) return refuseTurn(exhausted);
  const created = await create(newRun());
  if (!created.ok) return refuseTurn(created.reason);
  if ("repeated" in created && created.repeated) return toStarted(created.turn);
  const { turn, replacedRunId } = { replacedRunId: null, ...created };
  executeTurn({ turn, replacedRunId });
  return { ...toStarted(turn), ...noticeOf(turn) };
}

/** The first line; of files that come alone, the name of the first one. */
async function firstTitle(actor: Actor, { text: said, attachmentIds }: Sent): Promise<string> {
  if (said !== "") return titleOf(said, TITLE_MAX_CHARS);
  const [name = ""] = await nameUploads(actor, attachmentIds);
  return firstLine(name, TITLE_MAX_CHARS);
}

function newRun(): NewRun {
  const { RUN_LEASE_MS, MAX_RUNS_AT_ONCE, MAX_SENDS_PER_MINUTE } = settings();
  const { BUDGET_PERSON_DAY, BUDGET_PERSON_MONTH } = settings();
  return {
    agentId: REGISTRY.fallback.id,
    leaseOwner: runRegistry().instanceId,
    leaseMs: RUN_LEASE_MS,
    limits: {
      maxRunsAtOnce: MAX_RUNS_AT_ONCE,
      maxSendsPerMinute: MAX_SENDS_PER_MINUTE,
      maxSpentToday: BUDGET_PERSON_DAY ?? null,
      maxSpentThisMonth: BUDGET_PERSON_MONTH ?? null,
    },
  };
}

function toStarted({
  conversationId,
  userMessageId,
  answerMessageId,
  runId,
}: Pick<
  CreatedTurn,
  "conversationId" | "userMessageId" | "answerMessageId" | "runId"
>): TurnStarted {
  return { ok: true, conversationId, userMessageId, answerMessageId, runId };
}

const NOTHING = { today: null, thisMonth: null };

/** @returns the budget of the whole deployment that leaves nothing, or null */
async function exhaustedDeployment({ userId }: Actor): Promise<BudgetCode | null> {
  if (!hasDeploymentBudget()) return null;
  const budgets = listBudgets(NOTHING, await readDeploymentSpending());
  warnOfBudgets(budgets, userId);
  return budgets.find((budget) => shareOf(budget) >= 1)?.code ?? null;
}

const NOTICES: Record<BudgetCode, (inputs: { percent: string }) => string> = {
  "budget-spent-today": text.budgetTodayAlmostSpent,
  "budget-spent-this-month": text.budgetMonthAlmostSpent,
};

/** What its person is told where most of their own budget is spent. */
function noticeOf({
  spent,
  userId,
}: Pick<CreatedTurn, "spent" | "userId">): Pick<TurnStarted, "notice"> {
  const budgets = listBudgets(spent, null);
  warnOfBudgets(budgets, userId);
  const most = tightest(budgets);
  if (!most || shareOf(most) < BUDGET_WARNING_SHARE) return {};
  const percent = `${Math.floor(shareOf(most) * 100)} %`;
  return { notice: NOTICES[most.code]({ percent }) };
}
