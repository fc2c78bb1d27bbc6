"use client";
/** Every model call of a run: what was shown, what came back, and why the answer says what it says. */
import { useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { RunCalls } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { useStopMoves } from "../run/selection/use-stop-moves.ts";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { WhyBox } from "../why/why-box.tsx";
import { CallRow } from "./call-row.tsx";
import { useOpenCall } from "./use-open-call.ts";

export function ModelCallsPanel({ runId }: { runId: string }) {
  const { onlyHop, openSeq, toggle, listed } = useOpenCall(runId);
  const list = useRef<HTMLOListElement>(null);
  const onKeyDown = useStopMoves(list);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = listed;
  if (!data) {
    return error ? (
      <div className="px-4 py-4">
        <FailureNotice error={error} onRetry={() => refetch()} />
      </div>
    ) : (
      <PanelSkeleton />
    );
  }
  const calls = data.pages.flatMap((page) => page.calls);
  const last = data.pages.at(-1);
  if (!last) return null;
  return (
    <>
      {error && (
        <div className="px-4 pt-3">
          <FailureNotice error={error} stale onRetry={() => refetch()} />
        </div>
      )}
      <WhyBox runId={runId} answer={last.answer} isRunning={last.isRunning} />
      <StoppedCalls stopped={last.stopped} />
      {calls.length === 0 ? (
        <p className="px-4 py-10 text-center text-soft">
          {last.isRunning ? "No model has been called yet." : "No model was called."}
        </p>
      ) : (
        <>
          <ListHead shown={calls.length} page={last} onlyHop={onlyHop} />
          <ol ref={list} aria-label="Model calls" onKeyDown={onKeyDown}>
            {calls.map((call) => (
              <li key={call.seq} className="border-b">
                <CallRow
                  runId={runId}
                  call={call}
                  isRunning={last.isRunning}
                  isOpen={call.seq === openSeq}
                  onToggle={() => toggle(call)}
                />
              </li>
            ))}
          </ol>
        </>
      )}
      {hasNextPage && (
        <div className="px-4 py-3">
          <Button
            look="outline"
            size="sm"
            disabled={isFetchingNextPage}
            onClick={() => fetchNextPage()}
          >
            Show more calls
          </Button>
        </div>
      )}
    </>
  );
}

type ListHeadProps = { shown: number; page: RunCalls; onlyHop: string | null };

function ListHead({ shown, page, onlyHop }: ListHeadProps) {
  const { matching, total } = page;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 border-b px-4 py-2 text-xs text-faint tabular-nums">
      <h3 className="font-medium text-soft">Calls</h3>
      <span>
        Showing {formatCount(shown)} of {formatCount(matching)}
        {onlyHop !== null && (
          <>
            {" "}
            of hop <span className="font-mono">{onlyHop}</span>, {formatCount(total)} in the run
          </>
        )}
      </span>
      {onlyHop !== null && (
        <SearchLink className={TEXT_LINK} to={{ hop: null, event: null }}>
          Show all
        </SearchLink>
      )}
    </div>
  );
}

function StoppedCalls({ stopped }: Pick<RunCalls, "stopped">) {
  return stopped.map(({ seq, hopRef, agentId, rule, segment }) => (
    <div key={seq} className="border-b px-4 py-2">
      <Notice tone="danger">
        A call of {agentId} in hop <span className="font-mono">{hopRef}</span> was stopped before it
        was made: its policy <span className="font-mono">{rule}</span> does not let in{" "}
        <span className="font-mono wrap-anywhere">
          <InertText text={segment} />
        </span>
        .
      </Notice>
    </div>
  ));
}

function PanelSkeleton() {
  return (
    <div role="status" className="grid gap-4 px-4 py-5">
      <span className="sr-only">Loading model calls</span>
      {["w-2/5", "w-4/5", "w-3/5", "w-3/4"].map((width) => (
        <SkeletonLine key={width} className={width} />
      ))}
    </div>
  );
}
