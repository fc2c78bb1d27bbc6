/** One model call as a row that opens. */
"use client";
import { ChevronRight, RotateCw, ShieldX } from "lucide-react";
import { useEffect, useRef } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { CallSummary } from "@/lib/contracts/inspector/run/call-inspection.ts";
import * as text from "@/lib/messages/inspector-model-calls.ts";
import { PlaceMark } from "../review/judging/place-mark.tsx";
import { stopOf } from "../run/selection/selection-moves.ts";
import { useSelection } from "../run/selection/use-selection.ts";
import { OutcomeChip } from "../run-marks.tsx";
import { TrustChip } from "../trust/trust-mark.tsx";
import {
  amountOf,
  formatBytes,
  formatCount,
  formatDuration,
  formatOffset,
} from "../values/format-figures.ts";
import { CallDetail } from "./call-detail.tsx";
import { isRound } from "./use-calls.ts";

type CallRowProps = {
  runId: string;
  call: CallSummary;
  isRunning: boolean;
  isOpen: boolean;
  onToggle: () => void;
};

export function CallRow({ runId, call, isRunning, isOpen, onToggle }: CallRowProps) {
  const head = useRef<HTMLHeadingElement>(null);
  const isPicked = useSelection().seq === call.seq;
  // A call that is open without being selected, such as the last one, does not scroll: the panel starts at its top.
  useEffect(() => {
    if (isOpen && isPicked) head.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen, isPicked]);
  const { agentId, round, hop, hopRef } = call;
  return (
    <article aria-label={text.modelCall({ callId: call.callId })}>
      <h4 ref={head} className="scroll-my-12">
        <button
          type="button"
          {...stopOf(call.seq, hopRef)}
          aria-expanded={isOpen}
          onClick={onToggle}
          className={cn(
            "flex w-full items-start gap-1.5 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2",
            isOpen && "bg-accent-wash shadow-[inset_2px_0_0_var(--color-accent)]",
          )}
        >
          <ChevronRight
            aria-hidden="true"
            className={cn(
              "mt-1 size-3.5 shrink-0 text-faint transition-transform",
              isOpen && "rotate-90",
            )}
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium">{agentId}</span>
            <span className="text-xs text-soft">
              {isRound(call) ? text.round({ round }) : text.noRound()}
            </span>
            <span className="text-xs text-faint">
              {hop?.kind === "service" ? text.hopInTheService() : text.hop()}{" "}
              <span className="font-mono">{hopRef}</span>
            </span>
            <CallChips call={call} isRunning={isRunning} />
            <PlaceMark place={{ at: "call", seq: call.seq }} />
            <CallLine call={call} />
          </span>
        </button>
      </h4>
      {isOpen && (
        <div className="px-4 pt-1 pb-5 md:pl-9">
          <CallDetail runId={runId} call={call} isRunning={isRunning} />
        </div>
      )}
    </article>
  );
}

function CallChips({ call, isRunning }: Pick<CallRowProps, "call" | "isRunning">) {
  const { answered, retries, trust, allowed } = call;
  return (
    <>
      {answered ? (
        <OutcomeChip outcome={answered.outcome} />
      ) : isRunning ? (
        <OutcomeChip outcome={null} />
      ) : (
        <Chip tone="warn">{text.noAnswerRecorded()}</Chip>
      )}
      {retries.length > 0 && (
        <Chip tone="warn">
          <RotateCw className="size-3" strokeWidth={2.25} aria-hidden="true" />
          {text.retries(amountOf(retries.length))}
        </Chip>
      )}
      <TrustChip trust={trust} isExplained={false} />
      {!allowed && (
        <Chip tone="danger">
          <ShieldX className="size-3" strokeWidth={2.25} aria-hidden="true" />
          {text.notAllowedByTheMemoryPolicy()}
        </Chip>
      )}
    </>
  );
}

function CallLine({ call }: { call: CallSummary }) {
  const { answered, bytes, startMs, clockDisagrees } = call;
  return (
    <span className="ml-auto flex flex-wrap gap-x-3 text-xs text-faint tabular-nums">
      <span>{text.ofPrompt({ bytes: formatBytes(bytes) })}</span>
      {answered && (
        <>
          <span>
            {text.tokens({
              inputTokens: formatCount(answered.inputTokens),
              outputTokens: formatCount(answered.outputTokens),
            })}
          </span>
          <span>{formatDuration(answered.durationMs)}</span>
        </>
      )}
      <span>{text.atS({ startMs: formatOffset(startMs) })}</span>
      {clockDisagrees && (
        <Chip tone="warn" explanation={text.clockDisagreesWhy()}>
          {text.clockDisagrees()}
        </Chip>
      )}
    </span>
  );
}
