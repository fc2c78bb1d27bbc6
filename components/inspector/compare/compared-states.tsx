/** What each agent knew after each run, and the values that differ. */
"use client";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { RememberedExchange } from "@/lib/contracts/inspector/run/state-inspection.ts";
import type { ComparedState, StateSide } from "@/lib/contracts/inspector/run-comparison.ts";
import * as texts from "@/lib/messages/inspector-compare.ts";
import { ExchangeList } from "../states/exchange-list.tsx";
import { Digest } from "../values/copy-button.tsx";
import { formatBytes, formatCount } from "../values/format-figures.ts";
import { LeafValue } from "../values/payload-view.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { ChangeMark } from "./aligned-pairs.tsx";

export function ComparedStates({ states }: { states: readonly ComparedState[] }) {
  if (states.length === 0) {
    return <p className="border-y py-3 text-soft">{texts.neitherRunKnewOrKeptAnything()}</p>;
  }
  return (
    <div className="grid gap-5">
      {states.map((state) => (
        <AgentState key={state.agentId} state={state} />
      ))}
    </div>
  );
}

const SIDES = "grid gap-x-5 @2xl:grid-cols-2";

function AgentState({ state }: { state: ComparedState }) {
  const { agentId, change, exchanges } = state;
  const { same, differing } = countsOf(state);
  const isCounted = same + differing > 0;
  const counted = exchanges ? texts.exchangesAreTheSameDiffer : texts.valuesAreTheSameDiffer;
  return (
    <section aria-label={texts.stateOf({ agentId })} className="@container">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-y py-1.5">
        <h3 className="font-medium">{agentId}</h3>
        <ChangeMark change={change} />
        <span className="text-xs text-faint tabular-nums">
          {isCounted && counted({ same: formatCount(same), differing: formatCount(differing) })}
        </span>
      </div>
      {exchanges ? <Exchanges state={state} exchanges={exchanges} /> : <Values state={state} />}
    </section>
  );
}

function countsOf({ exchanges, exchangeCounts, counts }: ComparedState) {
  const { same, changed, left, right } = exchanges ? exchangeCounts : counts;
  return { same, differing: changed + left + right };
}

type ExchangesProps = { state: ComparedState; exchanges: readonly RememberedExchange[] };

/** Both histories as the hidden-state panel shows them; what only one side has is open. */
function Exchanges({ state, exchanges }: ExchangesProps) {
  const { agentId, left, right, exchangeCounts } = state;
  const sides = [
    { side: left, name: "left", word: texts.left(), own: exchanges.filter((one) => one.inBefore) },
    {
      side: right,
      name: "right",
      word: texts.right(),
      own: exchanges.filter((one) => one.inAfter),
    },
  ] as const;
  const all = exchangeCounts.same + exchangeCounts.left + exchangeCounts.right;
  return (
    <>
      <div className={`${SIDES} gap-y-4 pt-1.5`}>
        {sides.map(({ side, name, word, own }) => (
          <section
            key={name}
            aria-label={texts.exchangesOf({ agentId, side: word })}
            className="grid min-w-0 grid-cols-1 content-start gap-2"
          >
            <p className="text-xs text-faint">
              <Version word={word} side={side} />
            </p>
            {own.length > 0 && <ExchangeList exchanges={own} difference={name} heading="h4" />}
          </section>
        ))}
      </div>
      {all > exchanges.length && (
        <p className="mt-1.5 text-xs text-faint">
          {texts.showingOfExchanges({
            exchanges: formatCount(exchanges.length),
            all: formatCount(all),
          })}
        </p>
      )}
    </>
  );
}

/** The fields of a context state, or of a state that cannot be decoded, that differ. */
function Values({ state }: { state: ComparedState }) {
  const { agentId, left, right, values } = state;
  const { differing } = countsOf(state);
  return (
    <>
      <div className="grid gap-x-5 py-1.5 text-xs text-faint @2xl:grid-cols-[7.5rem_minmax(0,1fr)_minmax(0,1fr)]">
        <span className="@max-2xl:hidden" />
        <Version word={texts.left()} side={left} />
        <Version word={texts.right()} side={right} />
      </div>
      {values.length > 0 && (
        <ul aria-label={texts.valuesOfThatDiffer({ agentId })} className="border-y">
          {values.map((value) => (
            <li
              key={value.path}
              className="grid gap-x-5 gap-y-1 border-b py-2 last:border-b-0 @2xl:grid-cols-[7.5rem_minmax(0,1fr)_minmax(0,1fr)]"
            >
              <div>
                <ChangeMark change={value.change} />
              </div>
              <p className="text-xs text-soft wrap-anywhere @2xl:col-span-2">
                <InertText text={fieldName(value.path)} />
              </p>
              <span className="@max-2xl:hidden" />
              <Value word={texts.left()} payload={value.left} />
              <Value word={texts.right()} payload={value.right} />
            </li>
          ))}
        </ul>
      )}
      {differing > values.length && (
        <p className="mt-1.5 text-xs text-faint">
          {texts.showingOfValuesThatDiffer({
            values: formatCount(values.length),
            differing: formatCount(differing),
          })}
        </p>
      )}
    </>
  );
}

/** `/context_state/answers/goal` as "answers › goal"; a pointer's escapes (RFC 6901) are undone. */
function fieldName(path: string): string {
  const parts = path.split("/").slice(1);
  const own = parts[0] === "context_state" && parts.length > 1 ? parts.slice(1) : parts;
  return own.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")).join(" › ") || "/";
}

function Version({ word, side }: { word: string; side: StateSide | null }) {
  if (!side) return <span>{texts.sideKnewNothing({ side: word })}</span>;
  const version = { side: word, version: side.version, size: formatBytes(side.bytes) };
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      {side.kept ? texts.versionKeptByTheRun(version) : texts.versionKnownBefore(version)}
      {!side.readable && <span className="text-warn">{texts.cannotBeDecoded()}</span>}
      <Digest sha256={side.sha256} />
    </span>
  );
}

function Value({ word, payload }: { word: string; payload: Payload | null }) {
  return (
    <div className={payload === null ? "min-w-0 @max-2xl:hidden" : "min-w-0"}>
      <span className="block text-[0.6875rem] leading-4 text-faint @2xl:sr-only">{word}</span>
      {payload === null ? <span className="text-faint">–</span> : <LeafValue payload={payload} />}
    </div>
  );
}
