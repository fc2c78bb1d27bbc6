/** The audit trail: who did and looked at what, filtered and paged by the address. */
"use client";
import {
  Download,
  LoaderCircle,
  Pause,
  Play,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestion,
  TriangleAlert,
  X,
} from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type {
  AuditCheck,
  AuditPage,
  AuditQuery,
} from "@/lib/contracts/inspector/audit/audit-query.ts";
import * as text from "@/lib/messages/inspector-audit.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { toSearch } from "../runs/use-runs.ts";
import { SearchLink, useSearch } from "../search-link.tsx";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { Moment } from "../values/term.tsx";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { AuditTable } from "./audit-table.tsx";
import { GlassPanel } from "./glass-panel.tsx";
import { clearFilters, isFiltered, readAuditQuery, useAudit, useCheck } from "./use-audit.ts";

const LINK =
  "inline-flex h-7 items-center gap-1 rounded-md border border-line-strong px-2 text-xs font-medium hover:bg-hover";

export function AuditView() {
  const query = readAuditQuery(useSearch().get);
  const [isFollowed, setFollowed] = useState(true);
  const { data, error, isPlaceholderData, refetch } = useAudit(query, isFollowed);
  return (
    <main className="mx-auto grid max-w-[96rem] grid-cols-1 gap-4 px-4 py-5 lg:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h1 className="text-lg font-[560] tracking-[-0.012em]">{text.title()}</h1>
          <p className="mt-1 text-sm text-soft">{text.intro()}</p>
        </div>
        {data && <AuditBadge page={data} />}
      </div>
      <AuditFilterBar query={query} />
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
        {isFiltered(query) && (
          <Button size="sm" onClick={clearFilters}>
            <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            {text.clearFilters()}
          </Button>
        )}
        <span className="ml-auto flex items-center gap-1.5">
          <FollowButton isFollowed={isFollowed} onToggle={() => setFollowed(!isFollowed)} />
          <ExportLink query={query} />
        </span>
      </div>
      {error && (
        <FailureNotice error={error} stale={data !== undefined} onRetry={() => refetch()} />
      )}
      {data === undefined && !error && <AuditSkeleton />}
      {data?.events.length === 0 && (
        <p className="border-y py-16 text-center text-soft">
          {isFiltered(query) ? text.noEventFits() : text.noEvents()}
        </p>
      )}
      {data && data.events.length > 0 && (
        <div
          aria-busy={isPlaceholderData}
          className={isPlaceholderData ? "opacity-60 transition-opacity" : "transition-opacity"}
        >
          <AuditTable events={data.events} />
        </div>
      )}
      {data && <PageLinks page={data} isFirst={query.before === undefined} />}
      <GlassPanel />
    </main>
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

function ExportLink({ query: { before: _, ...filters } }: { query: AuditQuery }) {
  return (
    <a
      href={`/api/admin/audit/export?${toSearch(filters)}`}
      download
      data-tooltip={text.exportExplained()}
      className={LINK}
    >
      <Download className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      {text.exportAll()}
    </a>
  );
}

function PageLinks({ page, isFirst }: { page: AuditPage; isFirst: boolean }) {
  if (isFirst && page.older === null) return null;
  return (
    <nav aria-label={text.pages()} className="flex justify-end gap-2">
      {!isFirst && (
        <SearchLink className={LINK} to={{ before: null }}>
          {text.newest()}
        </SearchLink>
      )}
      {page.older && (
        <SearchLink className={LINK} to={{ before: page.older }}>
          {text.older()}
        </SearchLink>
      )}
    </nav>
  );
}

function AuditSkeleton() {
  return (
    <div role="status" className="grid gap-4 border-y py-4">
      <span className="sr-only">{text.loading()}</span>
      {["w-2/3", "w-1/2", "w-3/5", "w-2/5", "w-3/4", "w-1/3"].map((width) => (
        <SkeletonLine key={width} className={width} />
      ))}
    </div>
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
