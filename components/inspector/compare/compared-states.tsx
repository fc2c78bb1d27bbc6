"use client";
/** What each agent knew after each run, and the values that differ. */
import type { ComparedState, StateSide } from "@/lib/contracts/inspector/compare/run-comparison.ts";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import * as texts from "@/lib/messages/inspector-compare.ts";
import { Digest } from "../values/digest.tsx";
import { formatBytes, formatCount } from "../values/format-figures.ts";
import { FoldedText } from "../values/text/folded-text.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { WithheldValue } from "../values/withheld-value.tsx";
import { ChangeMark } from "./change-mark.tsx";

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

function AgentState({ state }: { state: ComparedState }) {
  const { agentId, change, left, right, values, counts } = state;
  const differing = counts.changed + counts.left + counts.right;
  return (
    <section aria-label={texts.stateOf({ agentId })} className="@container">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-y py-1.5">
        <h3 className="font-medium">{agentId}</h3>
        <ChangeMark change={change} />
        <span className="text-xs text-faint tabular-nums">
          {texts.valuesAreTheSameDiffer({
            same: formatCount(counts.same),
            differing: formatCount(differing),
          })}
        </span>
      </div>
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
              <p className="font-mono text-xs text-soft wrap-anywhere @2xl:col-span-2">
                <InertText text={value.path === "" ? "/" : value.path} />
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
    </section>
  );
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
      {payload === null ? (
        <span className="text-faint">–</span>
      ) : payload.withheld ? (
        <WithheldValue payload={payload} />
      ) : (
        <FoldedText mono text={valueText(payload.value)} />
      )}
    </div>
  );
}

/** Quotes an empty text, so that it is visible. */
function valueText(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : (JSON.stringify(value) ?? "");
}
