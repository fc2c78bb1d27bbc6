"use client";
/** What a call took: model, times, tokens, attempts. */
import type { ReactNode } from "react";
import type { CallSummary } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import { toEvent } from "../run/use-panel.ts";
import { formatCost } from "../runs/format-cost.ts";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount, formatDuration } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";

export function CallFigures({ call }: { call: CallSummary }) {
  const { answered, seq } = call;
  return (
    <dl className="flex flex-wrap gap-x-7 gap-y-2 pt-2">
      {answered && (
        <>
          <Figure name="Model">{answered.model ? <InertText text={answered.model} /> : "–"}</Figure>
          <Figure name="First token">
            {answered.firstTokenMs === null ? "–" : formatDuration(answered.firstTokenMs)}
          </Figure>
          <Figure name="Whole answer">{formatDuration(answered.durationMs)}</Figure>
          <Figure name="Tokens in / out">
            {formatCount(answered.inputTokens)} <span className="text-faint">/</span>{" "}
            {formatCount(answered.outputTokens)}
          </Figure>
          {answered.cost !== null && <Figure name="Cost">{formatCost(answered.cost)}</Figure>}
          <Figure name="Attempts">{answered.attempts}</Figure>
          <Figure name="Finish reason">{answered.finishReason ?? answered.reason ?? "–"}</Figure>
        </>
      )}
      <Figure name="In the log">
        <SearchLink className={TEXT_LINK} to={toEvent(seq)}>
          Event {seq}
        </SearchLink>
        {answered && (
          <>
            {", "}
            <SearchLink className={TEXT_LINK} to={toEvent(answered.seq)}>
              {answered.seq}
            </SearchLink>
          </>
        )}
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.6875rem] leading-4 text-faint">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
