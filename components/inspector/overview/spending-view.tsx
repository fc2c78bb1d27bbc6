/** What people spend on models: the total, the budgets, and the parts by day, person, agent and model. */
"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { poll } from "@/components/ui/device/polling.ts";
import { JUDGE_ID } from "@/lib/contracts/inspector/review/model-judge.ts";
import {
  type InspectedBudget,
  SpendingOverview,
  SpendingRange,
} from "@/lib/contracts/inspector/spending-overview.ts";
import { BUDGET_WARNING_SHARE } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/inspector-spending.ts";
import { modelJudge } from "@/lib/messages/review-judge.ts";
import { useInspected } from "../fetch-inspected.ts";
import { Empty, Faded, Page, PageContent, PageLines, Part, RangeChoice } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { formatAtLeast, formatCost } from "../runs/cost-words.ts";
import { useSearch } from "../search-link.tsx";
import { amountOf } from "../values/format-figures.ts";
import { PartTable } from "./part-table.tsx";

const RANGE_WORDS: Record<SpendingRange, () => string> = {
  "1d": text.today,
  "7d": text.days7,
  "30d": text.days30,
  "90d": text.days90,
};

export function SpendingView() {
  const range = SpendingRange.safeParse(useSearch().get("range")).data ?? "30d";
  const query = useInspected(
    inspectorKeys.spending(range),
    SpendingOverview,
    `/api/admin/spending?range=${range}`,
    { placeholderData: keepPreviousData, ...poll() },
  );
  return (
    <Page
      title={text.spending()}
      intro={text.intro()}
      aside={<RangeChoice label={text.range()} words={RANGE_WORDS} current={range} />}
      className="max-w-[90rem] grid-cols-1 gap-6"
      head="items-start justify-between gap-x-4 gap-y-2"
    >
      <PageContent query={query} loading={<PageLines words={text.loading()} first="h-7 w-40" />}>
        {(data) => (
          <Faded isOld={query.isPlaceholderData} className="grid grid-cols-1 gap-8">
            <Total overview={data} />
            <BudgetList budgets={data.budgets} currency={data.currency} />
            {data.total.calls > 0 && <Parts overview={data} />}
          </Faded>
        )}
      </PageContent>
    </Page>
  );
}

function Total({ overview: { total, currency } }: { overview: SpendingOverview }) {
  const { cost, estimatedCost, calls, unpricedCalls } = total;
  if (calls === 0) return <Empty of="page">{text.nothing()}</Empty>;
  const isEstimated = estimatedCost > 0;
  return (
    <section aria-label={text.total()}>
      <p className="text-lg leading-6 font-[560] tracking-[-0.012em] tabular-nums">
        {unpricedCalls > 0 ? formatAtLeast(cost) : `${isEstimated ? "≈ " : ""}${formatCost(cost)}`}{" "}
        <span className="text-base font-normal text-faint">{currency}</span>
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
        nameOf={({ key, name }) => name ?? (key === JUDGE_ID ? modelJudge() : text.deletedPerson())}
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
    <Part title={text.budgets()} look="small">
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
    </Part>
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
