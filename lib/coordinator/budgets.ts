/** The budgets of a turn: what is left of each, and the stop of model calls. Turns are refused in `lib/db/limits/run-limits.ts`. */
import "server-only";
import { BUDGET_WARNING_SHARE } from "../contracts/limits.ts";
import type { LogEventBody } from "../contracts/run/log-event.ts";
import type { DeploymentSpending } from "../db/limits/deployment-spending.ts";
import type { SpentBefore } from "../db/limits/run-limits.ts";
import { type Settings, settings } from "../env/settings.ts";
import { log } from "../log/log.ts";

const told = new Set<string>();
let day = "";

export type BudgetCode = "budget-spent-today" | "budget-spent-this-month";
export type Budget = {
  scope: "person" | "deployment";
  code: BudgetCode;
  limit: number;
  /** When the turn began. */
  spent: number;
};

type Limits = Pick<
  Settings,
  "BUDGET_PERSON_DAY" | "BUDGET_PERSON_MONTH" | "BUDGET_DEPLOYMENT_DAY" | "BUDGET_DEPLOYMENT_MONTH"
>;

export function hasDeploymentBudget(limits: Limits = settings()): boolean {
  return limits.BUDGET_DEPLOYMENT_DAY !== undefined || limits.BUDGET_DEPLOYMENT_MONTH !== undefined;
}

/** @param deployment null where it has no budget */
export function listBudgets(
  person: SpentBefore,
  deployment: DeploymentSpending | null,
  limits: Limits = settings(),
): Budget[] {
  const all = [
    ["person", "budget-spent-today", limits.BUDGET_PERSON_DAY, person.today],
    ["person", "budget-spent-this-month", limits.BUDGET_PERSON_MONTH, person.thisMonth],
    ["deployment", "budget-spent-today", limits.BUDGET_DEPLOYMENT_DAY, deployment?.today],
    [
      "deployment",
      "budget-spent-this-month",
      limits.BUDGET_DEPLOYMENT_MONTH,
      deployment?.thisMonth,
    ],
  ] as const;
  return all.flatMap(([scope, code, limit, spent]) =>
    limit === undefined || spent == null ? [] : [{ scope, code, limit, spent }],
  );
}

/** The budget with the largest share that is spent, if there is one. */
export function tightest(budgets: readonly Budget[]): Budget | null {
  return budgets.reduce<Budget | null>(
    (most, one) => (most && shareOf(most) >= shareOf(one) ? most : one),
    null,
  );
}

export function shareOf({ spent, limit }: Budget): number {
  return spent / limit;
}

/** Counts what the turn spends. Other turns that are active at the same time are not counted. */
export function watchBudgets(budgets: readonly Budget[]): {
  count(event: LogEventBody): void;
  overBudget(): BudgetCode | null;
} {
  let own = 0;
  return {
    count(event) {
      if (event.type === "model.answered") own += event.cost ?? 0;
    },
    overBudget: () => budgets.find(({ spent, limit }) => spent + own >= limit)?.code ?? null,
  };
}

/**
 * Tells operators once a day, in the server's log, that a budget is nearly or wholly spent. No content.
 */
export function warnOfBudgets(budgets: readonly Budget[], userId: string): void {
  const today = new Date().toISOString().slice(0, 10);
  if (today !== day) told.clear();
  day = today;
  for (const budget of budgets) {
    const share = shareOf(budget);
    if (share < BUDGET_WARNING_SHARE) continue;
    const { scope, code, limit } = budget;
    const isSpent = share >= 1;
    const person = scope === "person" ? { userId } : {};
    const key = JSON.stringify([scope, code, isSpent, person]);
    if (told.has(key)) continue;
    told.add(key);
    const period = code === "budget-spent-today" ? "day" : "month";
    const fields = { budget: { scope, period, limit, share }, ...person };
    log().warn(fields, isSpent ? "a budget is spent" : "a budget is nearly spent");
  }
}
