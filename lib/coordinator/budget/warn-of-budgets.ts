/** Tells operators once a day, in the server's log, that a budget is nearly or wholly spent. No content. */
import "server-only";
import { BUDGET_WARNING_SHARE } from "../../contracts/limits.ts";
import { log } from "../../log/log.ts";
import { type Budget, shareOf } from "./budgets.ts";

const told = new Set<string>();
let day = "";

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
