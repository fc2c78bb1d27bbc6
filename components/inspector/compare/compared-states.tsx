"use client";
/** What each agent knew after either run, and the values that differ. */
import type { ComparedState, StateSide } from "@/lib/contracts/inspector/compare/run-comparison.ts";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import { Digest } from "../values/digest.tsx";
import { formatBytes, formatCount } from "../values/format-figures.ts";
import { FoldedText } from "../values/text/folded-text.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { WithheldValue } from "../values/withheld-value.tsx";
import { ChangeMark } from "./change-mark.tsx";

export function ComparedStates({ states }: { states: readonly ComparedState[] }) {
  if (states.length === 0) {
    return <p className="border-y py-3 text-soft">Neither run knew or kept anything.</p>;
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
    <section aria-label={`State of ${agentId}`} className="@container">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-y py-1.5">
        <h3 className="font-medium">{agentId}</h3>
        <ChangeMark change={change} />
        <span className="text-xs text-faint tabular-nums">
          {formatCount(counts.same)} values are the same, {formatCount(differing)} differ
        </span>
      </div>
      <div className="grid gap-x-5 py-1.5 text-xs text-faint @2xl:grid-cols-[7.5rem_minmax(0,1fr)_minmax(0,1fr)]">
        <span className="@max-2xl:hidden" />
        <Version word="Left" side={left} />
        <Version word="Right" side={right} />
      </div>
      {values.length > 0 && (
        <ul aria-label={`Values of ${agentId} that differ`} className="border-y">
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
              <Value word="Left" payload={value.left} />
              <Value word="Right" payload={value.right} />
            </li>
          ))}
        </ul>
      )}
      {differing > values.length && (
        <p className="mt-1.5 text-xs text-faint">
          Showing {formatCount(values.length)} of {formatCount(differing)} values that differ.
        </p>
      )}
    </section>
  );
}

function Version({ word, side }: { word: string; side: StateSide | null }) {
  if (!side) return <span>{word}: nothing known</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      {word}: version {side.version}, {side.kept ? "kept by the run" : "known before, unchanged"},{" "}
      {formatBytes(side.bytes)}
      {!side.readable && <span className="text-warn">cannot be decoded</span>}
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
        <FoldedText mono text={sayValue(payload.value)} />
      )}
    </div>
  );
}

/** An empty text is seen, too. */
function sayValue(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : (JSON.stringify(value) ?? "");
}
