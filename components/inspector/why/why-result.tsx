"use client";
/** The places that contain the words. Each links to its hop or run. */
import { Notice } from "@/components/ui/notice.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { WhyAnswer } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import * as texts from "@/lib/messages/inspector-why.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { WHY_NOT } from "../model-calls/why-not-rebuilt.ts";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { numberItems } from "../values/number-items.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { useWhy } from "./use-why.ts";
import { WhyPlace } from "./why-place.tsx";

type WhyResultProps = { runId: string; words: string; isRunning: boolean };

export function WhyResult({ runId, words, isRunning }: WhyResultProps) {
  const { data, error, refetch } = useWhy(runId, words, isRunning);
  if (!data) {
    return (
      <div className="mt-3">
        {error ? (
          <FailureNotice error={error} onRetry={() => refetch()} />
        ) : (
          <div role="status" className="grid gap-2">
            <span className="sr-only">{texts.lookingForTheWords()}</span>
            <SkeletonLine className="w-1/2" />
            <SkeletonLine className="w-2/3" />
          </div>
        )}
      </div>
    );
  }
  if (!data.ok) {
    return (
      <Notice tone="warn" role="status" className="mt-3">
        {texts.askWithWholeWordsOfThe()}
      </Notice>
    );
  }
  return <Places answer={data} words={words} />;
}

type Answered = Extract<WhyAnswer, { ok: true }>;

function Places({ answer, words }: { answer: Answered; words: string }) {
  const { findings, found } = answer;
  return (
    <div className="mt-3">
      <p role="status" className="text-sm">
        {found === 0 ? (
          <Nothing answer={answer} />
        ) : (
          <>
            <q className="font-medium">
              <InertText text={words} />
            </q>{" "}
            {texts.standsInThatItWasShown(amountOf(found))}
          </>
        )}
      </p>
      {findings.length > 0 && (
        <ol aria-label={texts.placesThatHoldTheWords()} className="mt-2 grid grid-cols-1 gap-1.5">
          {numberItems(findings).map(({ ordinal, item }) => (
            <li key={ordinal}>
              <WhyPlace finding={item} />
            </li>
          ))}
        </ol>
      )}
      <Scope answer={answer} />
    </div>
  );
}

function Nothing({ answer: { unsearched } }: { answer: Answered }) {
  return unsearched.length === 0
    ? texts.nothingThatItWasShownHolds()
    : texts.nothingThatCouldBeSearchedHolds();
}

function Scope({ answer }: { answer: Answered }) {
  const { findings, found, searched, unsearched } = answer;
  const { calls, callsInRun, segments, deltas } = searched;
  return (
    <div className="mt-2 grid gap-1 text-xs text-faint">
      <p>
        {found > findings.length && (
          <>
            {texts.showingOfPlaces({
              shown: formatCount(findings.length),
              found: formatCount(found),
            })}{" "}
          </>
        )}
        {texts.searched({
          segments: texts.segmentCount(amountOf(segments)),
          calls:
            calls < callsInRun
              ? texts.newestOfCalls({ newest: formatCount(calls), ...amountOf(callsInRun) })
              : texts.callCount(amountOf(calls)),
          changes: texts.changeCount(amountOf(deltas)),
        })}
      </p>
      {unsearched.map(({ why, agentId, segments: count }) => (
        <p key={`${why} ${agentId}`}>
          {texts.notSearched({ agentId, ...amountOf(count) })} {WHY_NOT[why].sentence}
        </p>
      ))}
    </div>
  );
}
