/** The budgets, each with what is spent of it. */
import type { InspectedBudget } from "@/lib/contracts/inspector/spending/spending-overview.ts";
import { BUDGET_WARNING_SHARE } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/inspector-spending.ts";
import { formatCost } from "../runs/format-cost.ts";

const NAMES = {
  "person-day": text.personDay,
  "person-month": text.personMonth,
  "deployment-day": text.deploymentDay,
  "deployment-month": text.deploymentMonth,
};

type BudgetListProps = { budgets: readonly InspectedBudget[]; currency: string };

export function BudgetList({ budgets, currency }: BudgetListProps) {
  return (
    <section aria-labelledby="budgets">
      <h2 id="budgets" className="text-sm font-medium">
        {text.budgets()}
      </h2>
      {budgets.length === 0 ? (
        <p className="mt-2 text-sm text-soft">{text.noBudgets()}</p>
      ) : (
        <ul className="mt-2 max-w-3xl border-y">
          {budgets.map((budget) => (
            <li
              key={`${budget.scope}-${budget.period}`}
              className="grid grid-cols-[16rem_minmax(0,1fr)_12rem] items-center gap-x-4 gap-y-1 border-b py-2 last:border-b-0 max-md:grid-cols-[minmax(0,1fr)_auto]"
            >
              <span>{NAMES[`${budget.scope}-${budget.period}`]()}</span>
              <BudgetBar budget={budget} />
              <span className="text-right whitespace-nowrap text-soft tabular-nums">
                {text.ofLimit({
                  spent: formatCost(budget.spent),
                  limit: formatCost(budget.limit),
                  currency,
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function BudgetBar({ budget: { spent, limit } }: { budget: InspectedBudget }) {
  const share = spent / limit;
  const tone = share >= 1 ? "bg-danger" : share >= BUDGET_WARNING_SHARE ? "bg-warn" : "bg-silver";
  return (
    <div aria-hidden="true" className="h-2 rounded-full bg-line max-md:order-3 max-md:col-span-2">
      <div
        className={`h-full rounded-full ${tone}`}
        style={{ width: `${Math.min(1, share) * 100}%` }}
      />
    </div>
  );
}
