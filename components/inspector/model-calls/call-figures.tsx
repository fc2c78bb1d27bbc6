"use client";
/** The figures of a model call. */
import { Explained } from "@/components/ui/explained.tsx";
import type { CallSummary } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { toEvent } from "../run/selection/use-selection.ts";
import { explainCost, formatCostOf } from "../runs/cost-words.ts";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount, formatDuration } from "../values/format-figures.ts";
import { Reason } from "../values/reason.tsx";
import { Figure } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { isRound } from "./is-round.ts";

export function CallFigures({ call }: { call: CallSummary }) {
  const { answered, seq } = call;
  return (
    <dl className="flex flex-wrap gap-x-7 gap-y-2 pt-2">
      {answered && (
        <>
          <Figure term="model" name={texts.model()}>
            {answered.model ? <InertText text={answered.model} /> : "–"}
          </Figure>
          <Figure term="firstToken" name={texts.firstToken()}>
            {answered.firstTokenMs === null ? "–" : formatDuration(answered.firstTokenMs)}
          </Figure>
          <Figure term="callDuration" name={texts.wholeAnswer()}>
            {formatDuration(answered.durationMs)}
          </Figure>
          <Figure term="tokens" name={texts.tokensInOut()}>
            {answered.usageEstimated && "≈ "}
            {formatCount(answered.inputTokens)} <span className="text-faint">/</span>{" "}
            {formatCount(answered.outputTokens)}
          </Figure>
          <Figure term="cost" name={texts.cost()}>
            <CallCost answered={answered} />
          </Figure>
          <Figure term="attempts" name={texts.attempts()}>
            {answered.attempts}
          </Figure>
          <Figure term="finishReason" name={texts.finishReason()}>
            {answered.finishReason ?? (answered.reason ? <Reason code={answered.reason} /> : "–")}
          </Figure>
        </>
      )}
      <Figure term="round" name={texts.roundOfCall()}>
        {isRound(call) ? call.round : texts.noRound()}
      </Figure>
      <Figure term="hop" name={texts.hopOfCall()}>
        <span className="font-mono">{call.hopRef}</span>
      </Figure>
      <Figure term="event" name={texts.inTheLog()}>
        <SearchLink className={TEXT_LINK} to={toEvent(seq)}>
          {texts.event({ seq })}
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

/** The cost, or why there is none. */
function CallCost({ answered }: { answered: NonNullable<CallSummary["answered"]> }) {
  const { cost, costUnknown, usageEstimated } = answered;
  const costed = {
    cost,
    costNote: costUnknown ?? (usageEstimated ? ("estimated" as const) : null),
  };
  const why = explainCost(costed);
  if (cost === null) return why;
  return why === null ? (
    formatCostOf(costed)
  ) : (
    <Explained text={why}>{formatCostOf(costed)}</Explained>
  );
}
