/** Runs as a table. On a narrow screen the first cell holds the hidden columns. */
"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { RunPage, RunQuery, RunSort } from "@/lib/contracts/inspector/run-query.ts";
import * as text from "@/lib/messages/inspector-runs.ts";
import * as reviewText from "@/lib/messages/review-rules.ts";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { SameLine } from "../values/same-columns.tsx";
import { meaningOf, Term } from "../values/term.tsx";
import { COLUMN_NAMES, type FoldedColumns, foldRunColumns, type RunColumn } from "./run-columns.ts";
import { CELL, LG, MD, RunRow } from "./run-row.tsx";
import { SORT_TERMS, SORT_WORDS } from "./run-words.ts";
import { SendToReview } from "./send-to-review.tsx";

const HEAD = `${CELL} text-xs font-medium whitespace-nowrap text-faint align-bottom`;
const RIGHT = `${HEAD} text-right`;

const SAME_ID = "runs-same";

type RunTableProps = {
  page: RunPage;
  query: RunQuery;
  /** Whether ticked runs may be sent to review. Without it, two at most are ticked. */
  maySend: boolean;
};

export function RunTable({ page, query, maySend }: RunTableProps) {
  const { runs } = page;
  const folded = foldRunColumns(page, query);
  const column = SORT_WORDS[query.sort ?? "started"].toLowerCase();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const tick = (id: string, isTicked: boolean) =>
    setTicked((before) => {
      const others = before.filter((one) => one !== id);
      // Where two can be compared and no more, a third takes the place of the first.
      return isTicked ? [...(maySend ? others : others.slice(-1)), id] : others;
    });
  return (
    <>
      <TickedBar ticked={ticked} maySend={maySend} onClear={() => setTicked([])} />
      <SameLine id={SAME_ID} folded={folded} names={COLUMN_NAMES} />
      <table
        aria-describedby={folded.size > 0 ? SAME_ID : undefined}
        className="w-full table-fixed border-y text-left"
      >
        <caption className="sr-only">
          {query.dir === "asc"
            ? text.runsByAscending({ column })
            : text.runsByDescending({ column })}
        </caption>
        <thead>
          <tr className="border-b">
            <th scope="col" className={`${HEAD} w-7`}>
              <span className="sr-only">
                {maySend ? text.tickToCompareOrSend() : text.tickToCompare()}
              </span>
            </th>
            <th scope="col" className={HEAD}>
              {text.questionPerson()}
            </th>
            <FoldableHeaders folded={folded} query={query} />
            <SortHeader by="started" query={query} className={`${RIGHT} w-30 ${MD}`} />
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              folded={folded}
              isTicked={ticked.includes(run.id)}
              onTick={(isTicked) => tick(run.id, isTicked)}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

type FoldableHeadersProps = { folded: FoldedColumns; query: RunQuery };

/** The headers between the run's name and its start. */
function FoldableHeaders({ folded, query }: FoldableHeadersProps) {
  const sortHeader = (by: RunSort & RunColumn, className: string) =>
    !folded.has(by) && <SortHeader by={by} query={query} className={className} />;
  return (
    <>
      {!folded.has("agents") && (
        <th scope="col" className={`${HEAD} w-24 ${MD}`}>
          <Term name="agent">{text.agents()}</Term>
        </th>
      )}
      {!folded.has("status") && (
        <th scope="col" className={`${HEAD} w-28`}>
          <Term name="status">{text.status()}</Term>
        </th>
      )}
      {sortHeader("deviation", `${HEAD} w-24 ${MD}`)}
      {!folded.has("policy") && (
        <th scope="col" className={`${HEAD} w-32 ${LG}`}>
          <Term name="policyOutcome">{text.policy()}</Term>
        </th>
      )}
      <SortHeader by="duration" query={query} className={`${RIGHT} w-20 ${MD}`} />
      {sortHeader("model-calls", `${RIGHT} w-22 ${LG}`)}
      {sortHeader("tool-calls", `${RIGHT} w-18 ${LG}`)}
      <SortHeader by="tokens" query={query} className={`${RIGHT} w-30 ${LG}`} />
      {sortHeader("cost", `${RIGHT} w-16 ${LG}`)}
    </>
  );
}

type TickedBarProps = { ticked: readonly string[]; maySend: boolean; onClear: () => void };

/** What to do with ticked runs. Empty while none is. */
function TickedBar({ ticked, maySend, onClear }: TickedBarProps) {
  const [first, second, third] = ticked;
  return (
    <div role="status" className="flex min-h-0 flex-wrap items-center gap-3 text-sm not-empty:mb-2">
      {first !== undefined && (
        <>
          {second === undefined && <span className="text-soft">{text.tickAnother()}</span>}
          {second !== undefined && third === undefined && (
            <Link
              href={`/admin/compare?a=${first}&b=${second}`}
              prefetch={false}
              className={TEXT_LINK}
            >
              {text.compareTheTwo()}
            </Link>
          )}
          {maySend && (
            <SendToReview
              key={ticked.join()}
              asked={{ runIds: [...ticked] }}
              label={reviewText.sendTicked({ count: ticked.length })}
            />
          )}
          <button type="button" onClick={onClear} className="text-soft hover:text-ink">
            {text.clearTicks()}
          </button>
        </>
      )}
    </div>
  );
}

/** The header of a sortable column. A second press reverses the order. */
type SortHeaderProps = { by: RunSort; query: RunQuery; className: string };

function SortHeader({ by, query, className }: SortHeaderProps) {
  const isCurrent = (query.sort ?? "started") === by;
  const isDescending = query.dir !== "asc";
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  const next = {
    sort: by === "started" ? null : by,
    dir: isCurrent && isDescending ? "asc" : null,
    before: null,
    after: null,
  };
  const order = isDescending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isCurrent ? order : undefined} className={className}>
      <SearchLink
        data-tooltip={meaningOf(SORT_TERMS[by])}
        to={next}
        className={cn(
          "inline-flex items-center gap-0.5 rounded-sm hover:text-ink",
          isCurrent && "text-ink",
        )}
      >
        {SORT_WORDS[by]}
        {isCurrent && <Arrow aria-hidden="true" className="size-3" />}
      </SearchLink>
    </th>
  );
}

const ROWS = ["w-3/5", "w-2/5", "w-1/2", "w-2/3", "w-1/3", "w-1/4"];

export function RunTableSkeleton() {
  return (
    <div role="status" className="border-y">
      <span className="sr-only">{text.loadingRuns()}</span>
      {ROWS.map((width) => (
        <div key={width} className="flex gap-6 border-b py-3.5 last:border-b-0">
          <SkeletonLine className={width} />
          <SkeletonLine className="ml-auto w-24" />
        </div>
      ))}
    </div>
  );
}
