/** One model call in full: figures, verdicts, prompt and answer. */
"use client";
import { Explained } from "@/components/ui/explained.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { CAPABILITY_TEXTS } from "@/lib/contracts/inspector/capability-texts.ts";
import type {
  AskedTool,
  CallInspection,
  CallSummary,
  ProviderRefusal,
} from "@/lib/contracts/inspector/run/call-inspection.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { decisionOnIt } from "@/lib/messages/inspector-trust.ts";
import { FailureNotice, LoadingLines } from "../frame.tsx";
import { toEvent } from "../run/selection/use-selection.ts";
import { OutcomeChip } from "../run-marks.tsx";
import { explainCost, formatCostOf } from "../runs/cost-words.ts";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { CallBlameView } from "../trust/call-blame.tsx";
import { ForeignTextRead } from "../trust/foreign-text.tsx";
import { amountOf, formatCount, formatDuration, numberItems } from "../values/format-figures.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { Reason } from "../values/reason.tsx";
import { Figure, Tokens } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { CallVerdicts } from "./call-verdicts.tsx";
import { PromptTable } from "./prompt-table.tsx";
import { SentRequest } from "./sent-request.tsx";
import { isRound, useCall } from "./use-calls.ts";

type CallDetailProps = { runId: string; call: CallSummary; isRunning: boolean };

export function CallDetail({ runId, call, isRunning }: CallDetailProps) {
  const { data, error, refetch } = useCall(runId, call.seq, call.answered !== null || !isRunning);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <CallFigures call={call} />
      <Retries call={call} />
      {data?.call.seq === call.seq ? (
        <>
          {data.outputLimit !== null && (
            <Notice tone="warn">
              {texts.outputLimit({ tokens: formatCount(data.outputLimit) })}
            </Notice>
          )}
          <RefusalList refusals={data.refusals} />
          <CallVerdicts inspection={data} />
          <SentRequest runId={runId} inspection={data} />
          <ForeignTextRead inspection={data} />
          <PromptTable runId={runId} inspection={data} />
          {data.reasoning && (
            <PayloadView title={texts.whatItThought()} payload={data.reasoning} prose />
          )}
          <Answer inspection={data} />
        </>
      ) : error ? (
        <FailureNotice error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingLines
          words={texts.loadingTheCall()}
          className="gap-3 py-2"
          lines={["w-3/5", "w-4/5"]}
        />
      )}
    </div>
  );
}

function Retries({ call: { retries } }: { call: CallSummary }) {
  if (retries.length === 0) return null;
  return (
    <Notice tone="warn">
      {retries.map(({ seq, attempt, reason, waitMs }) => (
        <p key={seq}>
          {texts.attemptFailed({ attempt })}
          <Reason code={reason} />
          {texts.andWasRepeatedAfter({ waitMs: formatDuration(waitMs) })}
        </p>
      ))}
    </Notice>
  );
}

function Answer({ inspection }: { inspection: CallInspection }) {
  const { text, asked, call } = inspection;
  if (text === null) return null;
  return (
    <section aria-label={texts.whatItAnswered()} className="grid min-w-0 grid-cols-1 gap-2">
      {(text.bytes > 0 || asked.length === 0) && (
        <div data-words="answer">
          <PayloadView title={texts.whatItAnswered()} payload={text} prose />
        </div>
      )}
      {call.hop?.kind === "service" && (
        <p className="text-xs text-faint">{texts.theServiceReportsFiguresAndDigests()}</p>
      )}
      {asked.length > 0 && (
        <>
          <h5 className="text-xs font-medium text-soft">
            {texts.askedFor(amountOf(asked.length))}
          </h5>
          <ul className="grid grid-cols-1 gap-2">
            {numberItems(asked).map(({ ordinal, item }) => (
              <li key={ordinal}>
                <AskedToolView asked={item} inspection={inspection} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

type AskedToolViewProps = { asked: AskedTool; inspection: CallInspection };

function AskedToolView({ asked, inspection }: AskedToolViewProps) {
  const { toolCallId, tool, seq, hopRef, outcome, arguments: given, result } = asked;
  if (tool === null || seq === null) {
    return (
      <p className="flex flex-wrap gap-x-2 text-xs">
        <code className="font-mono wrap-anywhere text-soft">{toolCallId}</code>
        <span className="text-faint">{texts.wasNotCalled()}</span>
      </p>
    );
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-xs">
        <span className="font-mono wrap-anywhere">{tool}</span>
        <OutcomeChip outcome={outcome} />
        <span className="text-faint">
          {texts.hop()} <span className="font-mono">{hopRef}</span>
        </span>
        <SearchLink className={TEXT_LINK} to={toEvent(seq)}>
          {texts.event({ seq })}
        </SearchLink>
      </p>
      {asked.from && (
        <CallBlameView blame={asked.from} inspection={inspection}>
          <SearchLink className={TEXT_LINK} to={toEvent(asked.from.seq)}>
            {decisionOnIt({ seq: asked.from.seq })}
          </SearchLink>
        </CallBlameView>
      )}
      {given && <PayloadView title={texts.argumentsAsWritten()} payload={given} />}
      {result && <PayloadView title={texts.resultAsTheModelGotIt()} payload={result} />}
    </>
  );
}

/** What providers said when they refused or failed a request, and what was done about it. */
function RefusalList({ refusals }: { refusals: readonly ProviderRefusal[] }) {
  if (refusals.length === 0) return null;
  return (
    <section aria-label={texts.whatTheProviderSaid()} className="grid min-w-0 grid-cols-1 gap-2">
      {refusals.map((refusal) => (
        <div key={refusal.seq} className="grid min-w-0 grid-cols-1 gap-1.5">
          <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-soft">
            <Reason code={refusal.reason} />
            <span className="font-mono wrap-anywhere">{originOf(refusal)}</span>
            <SearchLink className={TEXT_LINK} to={toEvent(refusal.seq)}>
              {texts.event({ seq: refusal.seq })}
            </SearchLink>
          </p>
          {remedyOf(refusal) && <p className="text-xs text-soft">{remedyOf(refusal)}</p>}
          <PayloadView title={texts.whatTheProviderSaid()} payload={refusal.words} prose />
        </div>
      ))}
    </section>
  );
}

function originOf({ connection, status, code, keyName, requestId }: ProviderRefusal): string {
  return [connection, status, code, keyName, requestId].filter((part) => part !== null).join(" · ");
}

function remedyOf({ missing, takesOver }: ProviderRefusal): string | null {
  if (missing) return texts.repeatedWithout({ capability: CAPABILITY_TEXTS[missing].name() });
  return takesOver === null ? null : texts.tookOver({ connection: takesOver });
}

/** The figures of a model call. */
function CallFigures({ call }: { call: CallSummary }) {
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
            <Tokens of={answered} />
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
  return why === null ? (
    formatCostOf(costed)
  ) : (
    <Explained text={why}>{formatCostOf(costed)}</Explained>
  );
}
