/** What people spend on models: the total, the budgets, and the parts by day, person, agent and model. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { cn } from "@/components/ui/cn.ts";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import {
  type InspectedBudget,
  SpendingOverview,
  SpendingRange,
} from "@/lib/contracts/inspector/spending/spending-overview.ts";
import { BUDGET_WARNING_SHARE } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/inspector-spending.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { fetchInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { formatCost } from "../runs/cost-words.ts";
import { SearchLink, useSearch } from "../search-link.tsx";
import { amountOf } from "../values/format-figures.ts";
import { PartTable } from "./part-table.tsx";

const RANGE_WORDS: Record<SpendingRange, () => string> = {
  "1d": text.today,
  "7d": text.days7,
  "30d": text.days30,
  "90d": text.days90,
};

const REFRESH_MS = 15_000;

export function SpendingView() {
  const range = readSpendingRange(useSearch().get("range"));
  const { data, error, isPlaceholderData, refetch } = useSpending(range);
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-6 px-4 py-5 lg:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h1 className="text-lg font-[560] tracking-[-0.012em]">{text.spending()}</h1>
          <p className="mt-1 text-sm text-soft">{text.intro()}</p>
        </div>
        <RangeChoice range={range} />
      </div>
      {error && (
        <FailureNotice error={error} stale={data !== undefined} onRetry={() => refetch()} />
      )}
      {data === undefined && !error && <SpendingSkeleton />}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={cn("grid grid-cols-1 gap-8", isPlaceholderData && "opacity-60")}
        >
          <Total overview={data} />
          <BudgetList budgets={data.budgets} currency={data.currency} />
          {data.total.calls > 0 && <Parts overview={data} />}
        </div>
      )}
    </main>
  );
}

function Total({ overview: { total, currency } }: { overview: SpendingOverview }) {
  const { cost, estimatedCost, calls, unpricedCalls } = total;
  if (calls === 0) return <p className="border-y py-16 text-center text-soft">{text.nothing()}</p>;
  const isEstimated = estimatedCost > 0;
  return (
    <section aria-label={text.total()}>
      <p className="text-lg leading-6 font-[560] tracking-[-0.012em] tabular-nums">
        {isEstimated && "≈ "}
        {formatCost(cost)} <span className="text-base font-normal text-faint">{currency}</span>
      </p>
      <p className="mt-1 text-sm text-soft">{text.calls(amountOf(calls))}</p>
      {isEstimated && (
        <p className="text-sm text-soft">
          {text.ofItEstimated({ cost: `${formatCost(estimatedCost)} ${currency}` })}
        </p>
      )}
      {unpricedCalls > 0 && (
        <p className="text-sm text-soft">{text.unpriced(amountOf(unpricedCalls))}</p>
      )}
    </section>
  );
}

function Parts({ overview }: { overview: SpendingOverview }) {
  const { days, people, hasMorePeople, agents, models } = overview;
  const spentDays = days.filter(({ calls }) => calls > 0).toReversed();
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2">
      <PartTable
        title={text.byPerson()}
        head={text.person()}
        parts={people}
        nameOf={({ name }) => name ?? text.deletedPerson()}
        note={hasMorePeople ? text.onlyTheHighest() : null}
      />
      <PartTable
        title={text.byDay()}
        head={text.day()}
        parts={spentDays}
        nameOf={({ key }) => key}
        isTime
      />
      <PartTable
        title={text.byAgent()}
        head={text.agent()}
        parts={agents}
        nameOf={({ key }) => key || text.notNamed()}
      />
      <PartTable
        title={text.byModel()}
        head={text.model()}
        parts={models}
        nameOf={({ key }) => key || text.notNamed()}
      />
    </div>
  );
}

function RangeChoice({ range }: { range: SpendingRange }) {
  return (
    <ul aria-label={text.range()} className="flex items-center gap-0.5 rounded-md bg-sunken p-0.5">
      {SpendingRange.options.map((choice) => (
        <li key={choice}>
          <SearchLink
            to={{ range: choice }}
            current={choice === range}
            className={cn(
              "flex h-7 items-center rounded-sm px-2.5 text-xs whitespace-nowrap",
              choice === range
                ? "bg-raised text-ink shadow-[0_0_0_1px_var(--color-line)]"
                : "text-faint hover:text-ink",
            )}
          >
            {RANGE_WORDS[choice]()}
          </SearchLink>
        </li>
      ))}
    </ul>
  );
}

function SpendingSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{text.loading()}</span>
      <SkeletonLine className="h-7 w-40" />
      {["w-2/3", "w-1/2", "w-3/5", "w-2/5"].map((width) => (
        <SkeletonLine key={width} className={width} />
      ))}
    </div>
  );
}

const NAMES = {
  "person-day": text.personDay,
  "person-month": text.personMonth,
  "deployment-day": text.deploymentDay,
  "deployment-month": text.deploymentMonth,
};

type BudgetListProps = { budgets: readonly InspectedBudget[]; currency: string };

/** The budgets, each with what is spent of it. */
function BudgetList({ budgets, currency }: BudgetListProps) {
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

function readSpendingRange(text: string | null): SpendingRange {
  return SpendingRange.safeParse(text).data ?? "30d";
}

/** Reads what people spend in the range of the address, and refreshes it. */
function useSpending(range: SpendingRange) {
  return useQuery({
    queryKey: inspectorKeys.spending(range),
    queryFn: ({ signal }) =>
      fetchInspected(SpendingOverview, `/api/admin/spending?range=${range}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
