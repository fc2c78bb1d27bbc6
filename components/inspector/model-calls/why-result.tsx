/** The places that contain the words. Each links to its hop or run. */
"use client";
import Link from "next/link";
import { Notice } from "@/components/ui/notice.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import { WhyAnswer, type WhyFinding } from "@/lib/contracts/inspector/run/call-inspection.ts";
import { WHY_TEXT_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as texts from "@/lib/messages/inspector-why.ts";
import { useInspected } from "../fetch-inspected.ts";
import { FailureNotice } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { select } from "../run/selection/use-selection.ts";
import { setSearch, useSearch } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { amountOf, formatCount, numberItems } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { kindName, kindTone, WHY_NOT } from "./segment-marks.tsx";

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

/** One place that contains the words, with its source and context. */
function WhyPlace({ finding }: { finding: WhyFinding }) {
  const { agentId, source, role, hopRef, callSeqs, callCount, matches } = finding;
  const { fromRunId, excerpt } = finding;
  const [firstCall] = callSeqs;
  return (
    <article className="rounded-md border bg-canvas px-3 py-2 text-xs">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span
          aria-hidden="true"
          className="size-2 rounded-[2px]"
          style={{ background: finding.kind ? kindTone(finding.kind) : "var(--color-code-value)" }}
        />
        <span className="font-medium">{nameOf(finding)}</span>
        <span className="text-soft">{agentId}</span>
        <span className="font-mono wrap-anywhere text-faint">
          <InertText text={source} />
        </span>
        {role && (
          <span className="text-faint">
            {texts.writtenBy({ author: AUTHORS[role]?.() ?? role })}
          </span>
        )}
        {matches > 1 && <span className="text-faint">{texts.times({ count: matches })}</span>}
        <span className="ml-auto flex flex-wrap gap-x-3">
          {firstCall !== undefined && (
            <button
              type="button"
              className={TEXT_LINK}
              onClick={() => select({ hopRef: null, seq: firstCall })}
            >
              {texts.inCalls(amountOf(callCount))}
            </button>
          )}
          {hopRef !== null && (
            <button
              type="button"
              className={TEXT_LINK}
              onClick={() => select({ hopRef, seq: null })}
            >
              {texts.hop({ hopRef })}
            </button>
          )}
          {fromRunId !== null && (
            <Link
              href={`/admin/runs/${fromRunId}?panel=model-calls`}
              prefetch={false}
              className={TEXT_LINK}
            >
              {texts.itsRun()}
            </Link>
          )}
        </span>
      </header>
      {excerpt && (
        <p
          dir="auto"
          className="mt-1 font-mono leading-5 wrap-anywhere whitespace-pre-wrap text-soft"
        >
          <InertText text={excerpt.before} />
          <mark className="rounded-sm bg-accent-wash px-0.5 font-medium text-accent-strong">
            <InertText text={excerpt.match} />
          </mark>
          <InertText text={excerpt.after} />
        </p>
      )}
    </article>
  );
}

const AUTHORS: Record<string, () => string> = {
  user: texts.thePerson,
  tool: texts.aTool,
  system: texts.theSystem,
  assistant: texts.theModel,
  model: texts.theModel,
  person: texts.thePerson,
  coordinator: texts.theCoordinator,
};

function nameOf({ place, kind }: WhyFinding): string {
  if (place === "delta") return texts.changeOfContextState();
  return kind ? kindName(kind) : texts.toolResult();
}

/** `""`: no words are given. */
export function useAskedWords(): string {
  return (useSearch().get("why") ?? "").trim().slice(0, WHY_TEXT_MAX_CHARS);
}

export function askWhy(words: string): void {
  setSearch({ why: words.trim().slice(0, WHY_TEXT_MAX_CHARS) || null }, "replace");
}

/** @param isRunning true while the run is active: the search is repeated */
function useWhy(runId: string, words: string, isRunning: boolean) {
  const address = `/api/admin/runs/${runId}/why?${new URLSearchParams({ text: words })}`;
  return useInspected(inspectorKeys.why(runId, words), WhyAnswer, address, {
    enabled: words !== "",
    staleTime: isRunning ? 0 : Number.POSITIVE_INFINITY,
  });
}
