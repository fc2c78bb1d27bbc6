/** The audit trail: who did and looked at what, filtered and paged by the address. */
"use client";
import {
  keepPreviousData,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import {
  Download,
  LoaderCircle,
  Pause,
  Play,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestion,
  TriangleAlert,
} from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { isTouched } from "@/components/ui/device/is-touched.ts";
import { poll } from "@/components/ui/device/polling.ts";
import { AUDIT_SHOWN, type AuditShown } from "@/lib/contracts/audit/audit-groups.ts";
import {
  type AuditCheck,
  AuditFilters,
  AuditPage,
  AuditQuery,
  shownOf,
} from "@/lib/contracts/inspector/audit-query.ts";
import * as text from "@/lib/messages/inspector-audit.ts";
import { postInspected, useInspected } from "../fetch-inspected.ts";
import { Empty, Faded, LoadingLines, Page, PageContent, PageLinks } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { ClearFilters, FILE_LINK } from "../list-filters.tsx";
import { isFiltered, readQuery, toSearch } from "../list-query.ts";
import { SearchLink, useSearch } from "../search-link.tsx";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { Moment } from "../values/term.tsx";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { AuditTable } from "./audit-table.tsx";
import { GlassPanel } from "./glass-panel.tsx";

const ADDRESS = "/api/admin/audit";
const FOLLOW_MS = 2_000;
const CHECKING_MS = 500;

const FILTERS = Object.keys(AuditFilters.shape) as (keyof AuditFilters)[];

export function AuditView() {
  const asked = readQuery(AuditQuery, useSearch().get);
  const [isFollowed, setFollowed] = useState(true);
  const query = useAudit(asked, isFollowed);
  const { data } = query;
  return (
    <Page
      title={text.title()}
      intro={text.intro()}
      aside={data && <AuditBadge page={data} />}
      className="max-w-[96rem] grid-cols-1 gap-4"
      head="items-start justify-between gap-x-4 gap-y-2"
    >
      <ShownLinks query={asked} />
      <AuditFilterBar query={asked} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
        {data && <span className="tabular-nums">{text.sealed(amountOf(data.sealed))}</span>}
        {data && data.refused > 0 && (
          <SearchLink
            to={{ action: "inspector.denied", before: null }}
            className="inline-flex items-center gap-1 rounded-sm text-warn underline underline-offset-4"
          >
            <TriangleAlert className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            {text.refusedToday(amountOf(data.refused))}
          </SearchLink>
        )}
        {isFiltered(asked, FILTERS) && (
          <ClearFilters filters={FILTERS} label={text.clearFilters()} />
        )}
        <span className="ml-auto flex items-center gap-1.5">
          <FollowButton isFollowed={isFollowed} onToggle={() => setFollowed(!isFollowed)} />
          <ExportLink query={asked} />
        </span>
      </div>
      <PageContent
        query={query}
        loading={
          <LoadingLines
            words={text.loading()}
            className="gap-4 border-y py-4"
            lines={["w-2/3", "w-1/2", "w-3/5", "w-2/5", "w-3/4", "w-1/3"]}
          />
        }
      >
        {(page) => (
          <>
            {page.events.length === 0 ? (
              <Empty of="page">
                {isFiltered(asked, FILTERS) ? text.noEventFits() : text.noEvents()}
              </Empty>
            ) : (
              <Faded isOld={query.isPlaceholderData} className="transition-opacity">
                <AuditTable events={page.events} />
              </Faded>
            )}
            <PageLinks
              label={text.pages()}
              links={[
                asked.before === undefined ? null : [text.newest(), { before: null }],
                page.older === null ? null : [text.older(), { before: page.older }],
              ]}
            />
          </>
        )}
      </PageContent>
      <GlassPanel />
    </Page>
  );
}

const SHOWN: Record<AuditShown, () => string> = {
  main: text.showMain,
  looks: text.showLooks,
  changes: text.showChanges,
  failures: text.showFailures,
  all: text.showAll,
};

/** Looks, changes and failures, each alone or together; the routine is one press away. */
function ShownLinks({ query }: { query: AuditQuery }) {
  const shown = shownOf(query);
  return (
    <nav aria-label={text.show()} className="-mx-2 flex flex-wrap items-center gap-0.5 text-sm">
      {AUDIT_SHOWN.map((show) => (
        <SearchLink
          key={show}
          to={{ show, before: null }}
          current={shown === show}
          className="rounded-md px-2 py-1 whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink"
        >
          {SHOWN[show]()}
        </SearchLink>
      ))}
    </nav>
  );
}

type FollowButtonProps = { isFollowed: boolean; onToggle: () => void };

function FollowButton({ isFollowed, onToggle }: FollowButtonProps) {
  const Icon = isFollowed ? Pause : Play;
  return (
    <Button size="sm" look="outline" aria-pressed={isFollowed} onClick={onToggle}>
      <Icon className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      {text.follow()}
    </Button>
  );
}

function ExportLink({ query: { before: _, show: _show, ...filters } }: { query: AuditQuery }) {
  return (
    <a
      href={`/api/admin/audit/export?${toSearch(filters)}`}
      download
      data-tooltip={text.exportExplained()}
      className={FILE_LINK}
    >
      <Download className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      {text.exportAll()}
    </a>
  );
}

/** What the last check of the trail came to, and a button that begins one. */
function AuditBadge({ page }: { page: AuditPage }) {
  const { mutate, isPending, error } = useCheck();
  const isBusy = isPending || page.isChecking;
  return (
    <section
      aria-label={text.holds()}
      className="flex items-center gap-3 rounded-lg border border-line-strong px-3 py-2"
    >
      <Verdict check={page.check} />
      <Button size="sm" look="outline" aria-disabled={isBusy} onClick={() => !isBusy && mutate()}>
        {isBusy && (
          <LoaderCircle className="size-3.5 animate-spin" strokeWidth={1.75} aria-hidden="true" />
        )}
        {isBusy ? text.checking() : text.checkNow()}
      </Button>
      {error && <span className="text-xs text-danger">{text.checkNotBegun()}</span>}
    </section>
  );
}

function Verdict({ check }: { check: AuditCheck | null }) {
  const isSound = check !== null && check.fault === null;
  const Icon = check === null ? ShieldQuestion : isSound ? ShieldCheck : ShieldAlert;
  return (
    <div role="status" className="flex items-center gap-2">
      <Icon
        aria-hidden="true"
        strokeWidth={1.75}
        className={cn(
          "size-5 shrink-0",
          check === null ? "text-faint" : isSound ? "text-good" : "text-danger",
        )}
      />
      <div className="grid text-sm">
        <span className={cn("font-medium", check && !isSound && "text-danger")}>
          {check === null ? text.neverChecked() : titleOf(check)}
        </span>
        {check && (
          <span className="text-xs text-faint">
            {explain(check)} {text.checkedAt()} <Moment at={check.at} />
          </span>
        )}
      </div>
    </div>
  );
}

function titleOf({ fault, runId, place }: AuditCheck): string {
  if (fault === null) return text.holds();
  return runId === null ? text.broken({ place: formatCount(place ?? 0) }) : text.brokenRun();
}

function explain({ fault, size, runs, runId }: AuditCheck): string {
  if (fault === null) return text.holdsExplained({ ...amountOf(size), runs: formatCount(runs) });
  return text.brokenExplained({ fault: runId === null ? fault : `${fault}: ${runId}` });
}

/** @param isFollowed new events appear by themselves; an older page stays as it is */
function useAudit(query: AuditQuery, isFollowed: boolean) {
  const search = toSearch(query);
  const isFollowing = isFollowed && query.before === undefined;
  return useInspected(inspectorKeys.audit(search), AuditPage, `${ADDRESS}?${search}`, {
    placeholderData: keepPreviousData,
    // The check of the trail goes on beside a list that stands still.
    structuralSharing: (before, page) =>
      replaceEqualDeep(before, isFollowed ? page : { ...Object(page), ...rowsOf(before) }),
    ...poll<AuditPage>({
      busyMs: isFollowing ? FOLLOW_MS : CHECKING_MS,
      isBusy: (data) => data?.isChecking === true || (isFollowing && isTouched()),
      atRest: () => isFollowing,
    }),
  });
}

/** @param page of the trail; undefined where it is the first of its query */
function rowsOf(page: unknown): Partial<Pick<AuditPage, "events" | "older">> {
  if (page === undefined) return {};
  const { events, older } = page as AuditPage;
  return { events, older };
}

/** Begins a check of the trail. */
function useCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => postInspected(z.unknown(), ADDRESS),
    onSuccess: () => client.invalidateQueries({ queryKey: inspectorKeys.audits() }),
  });
}
