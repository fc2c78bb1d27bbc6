"use client";
/** Other runs of the conversation that a run belongs to. */
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { RunName } from "../run-name.tsx";
import { SearchLink } from "../search-link.tsx";
import { StatusChip } from "../status-chip.tsx";
import {
  formatCount,
  formatDuration,
  formatFullMoment,
  formatMoment,
  formatNoun,
} from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { useCandidates } from "./use-comparison.ts";

type CandidateListProps = {
  runId: string;
  /** The side that is still to be chosen. */
  free: "a" | "b";
  /** True where a failure is told above. */
  isQuiet: boolean;
};

export function CandidateList({ runId, free, isQuiet }: CandidateListProps) {
  const { data, error, refetch } = useCandidates(runId);
  if (data === undefined) {
    if (error && isQuiet) return null;
    if (error) return <FailureNotice error={error} onRetry={() => refetch()} />;
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Loading runs of the same conversation</span>
        <SkeletonLine className="w-1/2" />
        <SkeletonLine className="w-2/5" />
      </div>
    );
  }
  return (
    <section aria-labelledby="candidates">
      <h2 id="candidates" className="text-sm font-medium">
        Other runs of “<InertText text={data.run.conversation.title} />”
      </h2>
      {data.others.length === 0 ? (
        <p className="mt-2 text-soft">This conversation has no other run.</p>
      ) : (
        <ul className="mt-2 border-y">
          {data.others.map((run) => (
            <Candidate key={run.id} run={run} to={{ [other(free)]: runId, [free]: run.id }} />
          ))}
        </ul>
      )}
      {data.count > data.others.length && (
        <p className="mt-1.5 text-xs text-faint">
          Showing {formatCount(data.others.length)} of {formatCount(data.count)} runs.
        </p>
      )}
    </section>
  );
}

function other(side: "a" | "b"): "a" | "b" {
  return side === "a" ? "b" : "a";
}

function Candidate({ run, to }: { run: InspectedRun; to: Record<string, string> }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 last:border-b-0 hover:bg-hover md:grid md:grid-cols-[7rem_7.5rem_minmax(0,1fr)_auto]">
      <SearchLink to={to} className="rounded-sm font-medium after:absolute after:inset-0">
        <time
          dateTime={run.startedAt}
          title={formatFullMoment(run.startedAt)}
          className="tabular-nums"
        >
          {formatMoment(run.startedAt)}
        </time>
      </SearchLink>
      <span>
        <StatusChip status={run.status} />
      </span>
      <span className="min-w-0 text-xs text-faint tabular-nums max-md:basis-full">
        <span className="block truncate text-sm text-ink">
          <RunName run={run} />
        </span>
        {run.agentId} · {formatDuration(run.durationMs)} · {formatNoun(run.toolCalls, "tool call")}
      </span>
      <span className="font-mono text-xs text-faint">{run.id.slice(0, 8)}</span>
    </li>
  );
}
