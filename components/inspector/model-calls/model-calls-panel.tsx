/** The model calls of a run. */
"use client";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import type {
  CallSummary,
  RunCalls,
  TitleCall,
} from "@/lib/contracts/inspector/run/call-inspection.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { Empty, LoadingLines, PanelContent } from "../frame.tsx";
import { useStopMoves } from "../run/selection/selection-moves.ts";
import { select, useSelection } from "../run/selection/use-selection.ts";
import { formatCost } from "../runs/cost-words.ts";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount, formatDuration } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { CallRow } from "./call-row.tsx";
import { ManifestView } from "./manifest-view.tsx";
import { useCalls } from "./use-calls.ts";
import { WhyBox } from "./why-box.tsx";

export function ModelCallsPanel({ runId }: { runId: string }) {
  const { onlyHop, openSeq, toggle, listed } = useOpenCall(runId);
  const list = useRef<HTMLOListElement>(null);
  const onKeyDown = useStopMoves(list);
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = listed;
  return (
    <PanelContent
      query={listed}
      stale="px-4 pt-3"
      loading={
        <LoadingLines
          words={texts.loadingModelCalls()}
          className="gap-4 px-4 py-5"
          lines={["w-2/5", "w-4/5", "w-3/5", "w-3/4"]}
        />
      }
    >
      {({ pages }) => {
        const calls = pages.flatMap((page) => page.calls);
        const last = pages.at(-1);
        if (!last) return null;
        return (
          <>
            <WhyBox runId={runId} answer={last.answer} isRunning={last.isRunning} />
            <StoppedCalls stopped={last.stopped} />
            {calls.length === 0 ? (
              <Empty of="panel">
                {last.isRunning ? texts.noModelHasBeenCalledYet() : texts.noModelWasCalled()}
              </Empty>
            ) : (
              <>
                <ListHead shown={calls.length} page={last} onlyHop={onlyHop} />
                <ol ref={list} aria-label={texts.modelCalls()} onKeyDown={onKeyDown}>
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
                  {texts.showMoreCalls()}
                </Button>
              </div>
            )}
            {last.titleCall && onlyHop === null && <TitleCallView call={last.titleCall} />}
          </>
        );
      }}
    </PanelContent>
  );
}

type ListHeadProps = { shown: number; page: RunCalls; onlyHop: string | null };

function ListHead({ shown, page, onlyHop }: ListHeadProps) {
  const { matching, total } = page;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 border-b px-4 py-2 text-xs text-faint tabular-nums">
      <h3 className="font-medium text-soft">{texts.calls()}</h3>
      <span>
        {texts.showingOf({ shown: formatCount(shown), matching: formatCount(matching) })}
        {onlyHop !== null && (
          <>
            {" "}
            {texts.ofHop()} <span className="font-mono">{onlyHop}</span>
            {texts.inTheRun({ total: formatCount(total) })}
          </>
        )}
      </span>
      {onlyHop !== null && (
        <SearchLink className={TEXT_LINK} to={{ hop: null, event: null }}>
          {texts.showAll()}
        </SearchLink>
      )}
    </div>
  );
}

function StoppedCalls({ stopped }: Pick<RunCalls, "stopped">) {
  return stopped.map(({ seq, hopRef, agentId, rule, segment }) => (
    <div key={seq} className="border-b px-4 py-2">
      <Notice tone="danger">
        {texts.aCallInHop({ agentId })} <span className="font-mono">{hopRef}</span>{" "}
        {texts.wasStoppedBeforeItWasMade()} <span className="font-mono">{rule}</span>{" "}
        {texts.doesNotLetIn()}{" "}
        <span className="font-mono wrap-anywhere">
          <InertText text={segment} />
        </span>
        .
      </Notice>
    </div>
  ));
}

/** Which call is open: the selected one, else the last. */
function useOpenCall(runId: string) {
  const { hopRef, seq } = useSelection();
  const [isClosed, setClosed] = useState(false);
  const all = useCalls(runId, null);
  const known = all.data?.pages.flatMap((page) => page.calls) ?? [];
  // A hop beyond the loaded pages gets a list of its own.
  const isBeyond =
    hopRef !== null && all.hasNextPage && !known.some((call) => call.hopRef === hopRef);
  const onlyHop = isBeyond ? hopRef : null;
  const ofHop = useCalls(runId, onlyHop);
  const listed = onlyHop === null ? all : ofHop;
  const calls = listed.data?.pages.flatMap((page) => page.calls) ?? [];
  const picked =
    calls.find((call) => seq !== null && (call.seq === seq || call.answered?.seq === seq)) ??
    calls.find((call) => call.hopRef === hopRef);
  const open = picked ?? (isClosed ? undefined : calls.at(-1));
  return {
    listed,
    onlyHop,
    openSeq: open?.seq ?? null,
    toggle(call: CallSummary) {
      const closes = call.seq === open?.seq;
      setClosed(closes);
      select(closes ? { hopRef: null, seq: null } : { hopRef: call.hopRef, seq: call.seq });
    },
  };
}

const OUTCOMES: Record<TitleCall["outcome"], (inputs: { reason: string }) => string> = {
  titled: texts.titleTitled,
  refused: texts.titleRefused,
  kept: texts.titleKept,
  failed: texts.titleFailed,
};

/** The call for the conversation's title, which followed the run: what came of it, its figures, what it was made of. */
function TitleCallView({ call }: { call: TitleCall }) {
  const { outcome, reason, model, manifest, inputTokens, outputTokens, cost, durationMs } = call;
  const figures = [
    model ?? "",
    texts.tokens({
      inputTokens: formatCount(inputTokens),
      outputTokens: formatCount(outputTokens),
    }),
    formatDuration(durationMs),
    cost === null ? "" : formatCost(cost),
  ];
  return (
    <section aria-label={texts.titleCall()} className="grid gap-2 border-b px-4 py-4">
      <h3 className="text-xs font-medium text-soft">{texts.titleCall()}</h3>
      <p className="text-xs text-faint">{texts.titleCallExplained()}</p>
      <p>{OUTCOMES[outcome]({ reason: reason ?? "" })}</p>
      <p className="text-xs text-soft tabular-nums">{figures.filter(Boolean).join(" · ")}</p>
      <ManifestView manifest={manifest} />
    </section>
  );
}
