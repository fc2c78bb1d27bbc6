import "server-only";
/** Budgets at the beginning of a turn: whether the deployment has anything left, and what the person should know. */
import type { Actor } from "@/lib/access/actor.ts";
import { BUDGET_WARNING_SHARE } from "@/lib/contracts/limits.ts";
import type { TurnStarted } from "@/lib/contracts/public/send-message.ts";
import {
  type BudgetCode,
  hasDeploymentBudget,
  listBudgets,
  shareOf,
  tightest,
} from "@/lib/coordinator/budget/budgets.ts";
import { warnOfBudgets } from "@/lib/coordinator/budget/warn-of-budgets.ts";
import { readDeploymentSpending } from "@/lib/db/limits/deployment-spending.ts";
import type { CreatedTurn } from "@/lib/db/turns/created-turn.ts";
import * as text from "@/lib/messages/chat.ts";

const NOTHING = { today: null, thisMonth: null };

/** @returns the budget of the whole deployment that leaves nothing, or null */
export async function exhaustedDeployment({ userId }: Actor): Promise<BudgetCode | null> {
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
export function noticeOf({
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
