/** The cases as a table, which of them it shows, and its pages. On a narrow screen the first cell holds the hidden columns. */
"use client";
import Link from "next/link";
import { cn } from "@/components/ui/cn.ts";
import { CasesShown, MYSELF } from "@/lib/contracts/inspector/review/case-desk.ts";
import type { ListedCase, ReviewCases } from "@/lib/contracts/inspector/review/review-case.ts";
import { CASES_LISTED_MAX } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review.ts";
import * as deskText from "@/lib/messages/review-desk.ts";
import * as judging from "@/lib/messages/review-judging.ts";
import * as rulesText from "@/lib/messages/review-rules.ts";
import { describeFailure } from "../fetch-inspected.ts";
import { Empty, PageLinks, TableHead } from "../frame.tsx";
import { SearchLink } from "../search-link.tsx";
import { formatCount } from "../values/format-figures.ts";
import { Moment } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { AssignSelect } from "./desk/assign-select.tsx";
import { useChangeDesk } from "./desk/use-desk.ts";

type CaseTableProps = {
  cases: ReviewCases;
  isNarrowed: boolean;
  onTake: (runId: string) => void;
};

export const CELL = "px-2 py-2 align-top first:ps-0 last:pe-0";
export const HEAD = `${CELL} text-xs font-medium text-faint`;

export function CaseTable({ cases: { cases, reviewers }, isNarrowed, onTake }: CaseTableProps) {
  if (cases.length === 0)
    return (
      <Empty of="page" className="px-4">
        {isNarrowed ? deskText.noneShown() : text.noCases()}
      </Empty>
    );
  return (
    <table className="w-full table-fixed border-y text-left text-sm">
      <caption className="sr-only">{text.review()}</caption>
      <TableHead
        className={HEAD}
        columns={[
          [text.reference(), "w-32"],
          [text.why(), "max-md:hidden"],
          [text.state(), ""],
          [deskText.whose(), "w-44 max-md:hidden"],
          [text.since(), "w-36 text-right max-md:hidden"],
        ]}
      />
      <tbody>
        {cases.map((each) => (
          <CaseRow key={each.runId} listed={each} reviewers={reviewers} onTake={onTake} />
        ))}
      </tbody>
    </table>
  );
}

type CaseRowProps = {
  listed: ListedCase;
  reviewers: ReviewCases["reviewers"];
  onTake: (runId: string) => void;
};

function CaseRow({ listed, reviewers, onTake }: CaseRowProps) {
  const { runId, reasons, since, state } = listed;
  const why = reasons.map(rulesText.whyCase);
  return (
    <tr className="border-b last:border-b-0">
      <th id={`case-${runId}`} scope="row" className={`${CELL} font-normal`}>
        <Reference listed={listed} onTake={onTake} />
        <span className="block text-xs text-faint wrap-anywhere md:hidden">{why.join(", ")}</span>
        <span className="block text-xs text-faint md:hidden">
          <Moment at={since} />
        </span>
      </th>
      <td className={`${CELL} wrap-anywhere max-md:hidden`}>{why.join(", ")}</td>
      <td className={`${CELL} wrap-anywhere`}>
        {stateOf(listed)}
        <Waiting listed={listed} />
        <span className="block text-xs text-faint empty:hidden md:hidden">
          <Whose listed={listed} />
        </span>
      </td>
      <td className={`${CELL} max-md:hidden`}>
        {state === "open" || state === "taken" ? (
          <Assign listed={listed} reviewers={reviewers} />
        ) : (
          <Whose listed={listed} />
        )}
      </td>
      <td className={`${CELL} text-right max-md:hidden`}>
        <Moment at={since} />
      </td>
    </tr>
  );
}

/** Takes a case; leads to one that the reviewer has judged. */
function Reference({ listed, onTake }: Omit<CaseRowProps, "reviewers">) {
  const { runId, reference, mayTake, hasJudged } = listed;
  if (mayTake)
    return (
      <button
        type="button"
        data-case=""
        onClick={() => onTake(runId)}
        className="rounded-sm font-mono text-accent underline underline-offset-4"
      >
        {reference}
      </button>
    );
  if (!hasJudged) return <span className="font-mono text-soft">{reference}</span>;
  return (
    <Link
      href={`/admin/review/${runId}`}
      prefetch={false}
      data-case=""
      className="rounded-sm font-mono underline underline-offset-4"
    >
      {reference}
    </Link>
  );
}

function Waiting({ listed: { putAsideUntil, isOverdue } }: { listed: ListedCase }) {
  if (putAsideUntil !== null)
    return (
      <span className="block text-xs text-faint">
        {deskText.asideUntil({ at: putAsideUntil.slice(0, 10) })}
      </span>
    );
  return isOverdue ? <span className="block text-xs text-warn">{deskText.overdue()}</span> : null;
}

function Whose({ listed: { assignedTo, isAssignedToMe } }: { listed: ListedCase }) {
  if (assignedTo === null) return null;
  if (isAssignedToMe) return deskText.assignedToYou();
  return <InertText text={deskText.assignedTo({ name: assignedTo.name })} />;
}

/** Who decides whose a case is chooses among all; all others take it for themselves, and give it back. */
function Assign({ listed, reviewers }: Omit<CaseRowProps, "onTake">) {
  const { runId, assignedTo, isAssignedToMe, isOwn } = listed;
  const { mutate, isPending, error } = useChangeDesk(runId);
  if (reviewers.length > 0)
    return (
      <AssignSelect
        reviewers={reviewers}
        assignedTo={assignedTo}
        onAssign={(to) => mutate({ do: "assign", to })}
      />
    );
  if (isOwn || (assignedTo !== null && !isAssignedToMe)) return <Whose listed={listed} />;
  return (
    <>
      <Whose listed={listed} />{" "}
      <button
        type="button"
        aria-disabled={isPending}
        aria-describedby={`case-${runId}`}
        onClick={() => !isPending && mutate({ do: "assign", to: isAssignedToMe ? null : MYSELF })}
        className="rounded-sm text-xs text-soft underline underline-offset-4 hover:text-ink"
      >
        {isAssignedToMe ? deskText.giveBack() : deskText.takeOver()}
      </button>
      {error !== null && (
        <span role="alert" className="block text-xs text-danger">
          {describeFailure(error)}
        </span>
      )}
    </>
  );
}

function stateOf(listed: ListedCase): string {
  const { asks, lacks, state } = listed;
  const words = [wordsOfState(listed)];
  if (lacks) words.push(lacking(asks));
  else if (asks > 1 && (state === "open" || state === "taken"))
    words.push(asks === 2 ? judging.asksTwo() : judging.asksThird());
  return words.join(" · ");
}

function lacking(asks: number): string {
  if (asks === 1) return judging.lacksReviewer();
  return asks === 2 ? judging.lacksSecond() : judging.lacksThird();
}

function wordsOfState({ state, isMine, isOwn, takenBy, upheld }: ListedCase): string {
  if (isMine) return text.takenByYou();
  if (state === "taken") return text.takenBy({ by: takenBy ?? "" });
  const name = text.stateName(state);
  if (upheld !== null && state !== "open")
    return `${name}: ${upheld ? text.upheldShort() : text.notUpheldShort()}`;
  return isOwn ? text.ownCase() : name;
}

/** In the order of their keys. Null: all. */
export const FILTERS = [null, ...CasesShown.options] as const;

export function CaseFilter({ shown }: { shown: CasesShown | undefined }) {
  return (
    <nav aria-label={deskText.shown()} className="-mx-1 flex flex-wrap gap-1 px-1">
      {FILTERS.map((show, index) => {
        const isCurrent = (shown ?? null) === show;
        return (
          <SearchLink
            key={show}
            to={{ show, page: null }}
            current={isCurrent}
            aria-keyshortcuts={String(index + 1)}
            className={cn(
              "inline-flex h-7 shrink-0 items-center rounded-md px-2.5 text-xs font-medium text-soft hover:bg-hover hover:text-ink pointer-coarse:min-h-11",
              isCurrent && "bg-pressed text-ink",
            )}
          >
            {show === null ? deskText.all() : deskText.shownName(show)}
          </SearchLink>
        );
      })}
    </nav>
  );
}

/** Nothing where all are on one page. */
export function CasePages({ cases, page }: { cases: ReviewCases; page: number }) {
  const { total } = cases;
  const from = (page - 1) * CASES_LISTED_MAX;
  const to = from + cases.cases.length;
  if (total <= CASES_LISTED_MAX && page === 1) return null;
  const figures = {
    from: formatCount(Math.min(from + 1, to)),
    to: formatCount(to),
    total: formatCount(total),
  };
  const previous = page === 2 ? null : String(page - 1);
  return (
    <PageLinks
      label={deskText.pages()}
      shown={deskText.showing(figures)}
      links={[
        page === 1 ? null : [deskText.previous(), { page: previous }],
        to < total ? [deskText.next(), { page: String(page + 1) }] : null,
      ]}
    />
  );
}
