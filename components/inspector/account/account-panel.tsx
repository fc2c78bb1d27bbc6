/** The plain account of a run: what happened, in sentences that lead to the events they are made from. */
"use client";
import { Fragment, useMemo, useRef } from "react";
import { type AccountTopic, RunAccount } from "@/lib/contracts/inspector/run/run-account.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-account.ts";
import { Empty, LoadingLines, PanelContent } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { useStopMoves } from "../run/selection/selection-moves.ts";
import { hopOfEvent, toEvent, useSelection } from "../run/selection/use-selection.ts";
import { readSpans } from "../run/span-tree.ts";
import { useRunTrace, useToldOfRun } from "../run/use-run-trace.ts";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { amountOf, formatCount, numberItems } from "../values/format-figures.ts";
import { SentenceRow } from "./sentence-row.tsx";

const TOPICS: Record<AccountTopic, () => string> = {
  asked: text.topicAsked,
  planned: text.topicPlanned,
  did: text.topicDid,
  read: text.topicRead,
  allowed: text.topicAllowed,
  changed: text.topicChanged,
  remembered: text.topicRemembered,
  ended: text.topicEnded,
  cost: text.topicCost,
  departed: text.topicDeparted,
  odd: text.topicOdd,
  unknown: text.topicUnknown,
};

const LINES = ["w-1/2", "w-3/4", "w-2/3", "w-5/6", "w-2/5"];

export function AccountPanel({ runId }: { runId: string }) {
  const loading = <LoadingLines words={text.loading()} className="gap-5 px-4 py-6" lines={LINES} />;
  const query = useToldOfRun(runId, "account", inspectorKeys.account(runId), RunAccount, stampOf);
  return (
    <PanelContent query={query} stale="px-4 py-2" loading={loading}>
      {(account) => <Account account={account} />}
    </PanelContent>
  );
}

/** The number of events but those of the answer's text, of which no sentence is made. */
function stampOf({ run, eventTypes }: RunTrace): string {
  const all = Object.values(eventTypes).reduce((sum, many) => sum + many, 0);
  return `${run.status} ${all - (eventTypes["answer.delta"] ?? 0)}`;
}

function Account({ account: { runId, sentences, leftOut } }: { account: RunAccount }) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = useStopMoves(list);
  const { data: trace } = useRunTrace(runId);
  const told = useMemo(() => {
    const spans = trace ? readSpans(trace.spans) : [];
    const placed = sentences.map((sentence) => ({
      sentence,
      hopRef: hopOfEvent(spans, sentence.cites[0] ?? 0),
    }));
    return [...Map.groupBy(placed, ({ sentence }) => sentence.topic)];
  }, [trace, sentences]);
  if (sentences.length === 0) {
    return <Empty of="panel">{text.nothingYet()}</Empty>;
  }
  return (
    <section aria-label={text.title()} className="@container">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside */}
      <div ref={list} onKeyDown={onKeyDown} className="divide-y border-b">
        {told.map(([topic, rows]) => (
          <div
            key={topic}
            className="grid gap-x-4 gap-y-1 px-4 py-2.5 @xl:grid-cols-[6.5rem_minmax(0,1fr)]"
          >
            <h3 className="py-0.5 text-xs leading-5 font-medium text-soft">{TOPICS[topic]()}</h3>
            <ol className="grid min-w-0 gap-2">
              {numberItems(rows).map(({ ordinal, item }) => (
                <SentenceRow key={ordinal} {...item} />
              ))}
            </ol>
          </div>
        ))}
      </div>
      <SelectedElsewhere sentences={sentences} />
      <p className="px-4 py-3 text-xs text-faint">
        {text.explained()}
        {leftOut > 0 && <Fragment> {text.leftOut(amountOf(leftOut))}</Fragment>}
      </p>
    </section>
  );
}

/** Leads to a selected event that no sentence is made from, such as a piece of the answer. */
function SelectedElsewhere({ sentences }: Pick<RunAccount, "sentences">) {
  const { seq } = useSelection();
  if (seq === null || sentences.some(({ cites }) => cites.includes(seq))) return null;
  return (
    <p role="status" className="border-b px-4 py-2.5 text-sm text-soft">
      {text.inNoSentence({ seq: formatCount(seq) })}{" "}
      <SearchLink className={TEXT_LINK} to={toEvent(seq)}>
        {text.showInTheLog()}
      </SearchLink>
    </p>
  );
}
