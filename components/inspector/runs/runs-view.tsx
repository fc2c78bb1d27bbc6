/** All runs, filtered, sorted and paged by the address. */
"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { Download, Keyboard } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { isTouched } from "@/components/ui/device/is-touched.ts";
import { poll } from "@/components/ui/device/polling.ts";
import {
  RunFilters as RunFilterNames,
  RunPage,
  RunQuery,
} from "@/lib/contracts/inspector/run-query.ts";
import * as text from "@/lib/messages/inspector-runs.ts";
import * as reviewText from "@/lib/messages/review-rules.ts";
import { useInspected } from "../fetch-inspected.ts";
import { Faded, Page, PageContent, PageLinks } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { ClearFilters, FILE_LINK } from "../list-filters.tsx";
import { clearFilters, isFiltered, narrow, readQuery, toSearch } from "../list-query.ts";
import { type KeyList, KeysDialog, useKeys } from "../run/keys-dialog.tsx";
import { MOVE_KEYS, type Move, moveTarget } from "../run/selection/selection-moves.ts";
import { useSearch } from "../search-link.tsx";
import { amountOf, formatCount, formatEstimate } from "../values/format-figures.ts";
import { NarrowedNote } from "./narrowed-note.tsx";
import { RunFilters } from "./run-filters.tsx";
import { RunTable, RunTableSkeleton } from "./run-table.tsx";
import { SendToReview } from "./send-to-review.tsx";

type RunsViewProps = {
  /** Whether the operator may send runs to review. */
  maySend: boolean;
};

export function RunsView({ maySend }: RunsViewProps) {
  const asked = readQuery(RunQuery, useSearch().get);
  const { isListOpen, setListOpen } = useKeys(act);
  const query = useRuns(asked);
  const { data } = query;
  return (
    <Page
      title={text.runs()}
      aside={
        <>
          {data && <Counts page={data} />}
          {isFiltered(asked, FILTERS) && (
            <ClearFilters filters={FILTERS} label={text.clearFilters()} />
          )}
          <span className="ml-auto flex flex-wrap items-center gap-1.5">
            {maySend && <SendAll query={asked} />}
            <ExportLinks query={asked} />
            <IconButton
              size="sm"
              aria-label={text.keys()}
              aria-keyshortcuts="?"
              onClick={() => setListOpen(true)}
            >
              <Keyboard className="size-4" strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          </span>
        </>
      }
      className="max-w-[96rem] grid-cols-1 gap-4"
      head="items-center gap-x-4 gap-y-2"
    >
      <RunFilters query={asked} />
      <PageContent query={query} loading={<RunTableSkeleton />}>
        {(page) =>
          page.runs.length === 0 ? (
            <NoRuns page={page} query={asked} />
          ) : (
            <>
              <Faded isOld={query.isPlaceholderData} className="transition-opacity">
                <RunTable page={page} query={asked} maySend={maySend} />
              </Faded>
              <RunPages page={page} />
              <NarrowedNote narrowed={page.narrowed} query={asked} />
            </>
          )
        }
      </PageContent>
      <KeysDialog keys={RUNS_KEYS} isOpen={isListOpen} onClose={() => setListOpen(false)} />
    </Page>
  );
}

const RUNNING_MS = 2_000;

const FILTERS = Object.keys(RunFilterNames.shape) as (keyof RunFilterNames)[];

/** Reads the page of runs that the address names, and refreshes it. */
function useRuns(query: RunQuery) {
  const search = toSearch(query);
  return useInspected(inspectorKeys.runs(search), RunPage, `/api/admin/runs?${search}`, {
    placeholderData: keepPreviousData,
    ...poll<RunPage>({
      busyMs: RUNNING_MS,
      isBusy: (page) => (page?.running ?? 0) > 0 || isTouched(),
    }),
  });
}

/** Totals of all runs that match the filters, not of the page. */
function Counts({ page }: { page: RunPage }) {
  return (
    <p className="flex items-center gap-2 text-sm text-soft tabular-nums">
      <span>
        {page.isEstimate
          ? text.aboutRunCount({ number: formatEstimate(page.total) })
          : text.runCount(amountOf(page.total))}
      </span>
      {page.running > 0 && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="size-1.5 animate-pulse rounded-full bg-accent" />
          {text.running({ running: formatCount(page.running) })}
        </span>
      )}
    </p>
  );
}

type NoRunsProps = { page: RunPage; query: RunQuery };

/** An empty list, the reason, and where there is more. */
function NoRuns({ page, query }: NoRunsProps) {
  const isNarrow = isFiltered(query, FILTERS);
  return (
    <div className="grid justify-items-center gap-3 border-y px-4 py-16 text-center text-soft">
      <p>{whyEmpty(page, isNarrow)}</p>
      <NarrowedNote narrowed={page.narrowed} query={query} />
      <span className="flex flex-wrap justify-center gap-2">
        {page.hasEarlier && (
          <Button look="outline" size="sm" onClick={showAllTime}>
            {text.showAllTime()}
          </Button>
        )}
        {isNarrow && (
          <Button look="outline" size="sm" onClick={() => clearFilters(FILTERS)}>
            {text.clearFilters()}
          </Button>
        )}
      </span>
    </div>
  );
}

function whyEmpty({ hasEarlier }: RunPage, isFiltered: boolean): string {
  if (hasEarlier) return isFiltered ? text.noRunOfThisTimeFits() : text.noRunsInThisTime();
  return isFiltered ? text.noRunFitsTheseFilters() : text.noRunsYetAsSoonAs();
}

function showAllTime(): void {
  narrow({ period: "all", from: null, to: null });
}

/** The shown part of the list, and links between pages. Cursors lie between rows, so that a new run shifts no page. */
function RunPages({ page: { newer, older, ...page } }: { page: RunPage }) {
  const runs = formatCount(page.runs.length);
  return (
    <PageLinks
      label={text.pages()}
      shown={
        <>
          {page.isEstimate
            ? text.showingOfAbout({ runs, total: formatEstimate(page.total) })
            : text.showingOf({ runs, total: formatCount(page.total) })}
          {page.hasEarlier && older === null && (
            <>
              {" · "}
              {text.olderRunsAreNotShown()}{" "}
              <button
                type="button"
                onClick={showAllTime}
                className="text-soft underline hover:text-ink"
              >
                {text.showAllTime()}
              </button>
            </>
          )}
        </>
      }
      links={[
        newer === null ? null : [text.first(), { before: null, after: null }],
        newer === null ? null : [text.previous(), { before: null, after: newer }],
        older === null ? null : [text.next(), { before: older, after: null }],
      ]}
    />
  );
}

/** All runs that match the filters, whatever their order. */
function SendAll({ query }: { query: RunQuery }) {
  const { sort: _sort, dir: _dir, before: _before, after: _after, ...filters } = query;
  return <SendToReview key={toSearch(filters)} asked={{ filters }} label={reviewText.sendAll()} />;
}

/** All runs that match the filters, as a file. */
function ExportLinks({ query }: { query: RunQuery }) {
  const { before: _before, after: _after, ...filters } = query;
  return (
    <span className="flex items-center gap-1.5">
      {(["csv", "jsonl"] as const).map((format) => (
        <a
          key={format}
          href={`/api/admin/runs/export?${toSearch({ ...filters, format })}`}
          download
          className={FILE_LINK}
        >
          <Download className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">{text.exportAs()} </span>
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}

/** The effect of each key, for the dialog that lists them. */
const RUNS_KEYS: KeyList = [
  [["j", "k"], text.nextOrPreviousRun()],
  [["Enter"], text.openTheRun()],
  [["Home", "End"], text.firstAndLastRunOfThe()],
  [["/"], text.searchWhatWasSaid()],
  [["?"], text.thisList()],
];

const LETTERS: Record<string, Move | undefined> = { j: "next", k: "previous" };

/** @returns whether the key was handled */
function act({ key, target }: KeyboardEvent): boolean {
  if (key === "/") return focus(document.querySelector<HTMLElement>("search input"));
  const links = [...document.querySelectorAll<HTMLElement>("[data-run]")];
  const place = target instanceof HTMLElement ? links.indexOf(target) : -1;
  const move = LETTERS[key] ?? (place < 0 ? undefined : MOVE_KEYS[key]);
  if (!move || links.length === 0) return false;
  return focus(links[moveTarget(move, place < 0 ? null : place, links.length)] ?? null);
}

function focus(element: HTMLElement | null): boolean {
  element?.focus();
  return element !== null;
}
