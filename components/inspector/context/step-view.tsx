/** One delta: its author, its changes, and the state before and after it. */
"use client";
import { ArrowRight } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import type {
  ContextChange,
  ContextStep,
} from "@/lib/contracts/inspector/run/context-inspection.ts";
import * as texts from "@/lib/messages/inspector-context.ts";
import { Digest } from "../values/copy-button.tsx";
import { amountOf, formatBytes, numberItems } from "../values/format-figures.ts";
import { LeafValue } from "../values/payload-view.tsx";
import { meaningOf } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { AuthorLine, FINDING_NAMES } from "./blame-view.tsx";
import { type Delta, type StepShown, touches } from "./list-deltas.ts";
import { StateRows } from "./state-rows.tsx";

type StepViewProps = {
  shown: StepShown;
  delta: Delta | null;
  runId: string;
  path: string | null;
  onPickPath: (path: string) => void;
  onMove: (ordinal: number) => void;
};

export function StepView({ shown, delta, runId, path, onPickPath, onMove }: StepViewProps) {
  const { step, before, after, ordinal } = shown;
  const rows = { path, onPickPath, onMove };
  if (!step) {
    return <StateRows title={texts.state()} leaves={after} marks={() => null} {...rows} />;
  }
  const gone = (leafPath: string) =>
    step.changes.some(({ op, path: changed }) => op !== "add" && touches(changed, leafPath));
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        {delta && <AuthorLine delta={delta} runId={runId} />}
        {step.findings.map(({ code, detail }) => (
          <Notice key={code} tone="warn">
            {texts.findingWithDetail({ finding: FINDING_NAMES[code](), detail })}
          </Notice>
        ))}
        <Digests step={step} />
        <Changes changes={step.changes} onPickPath={onPickPath} />
        <Proposed step={step} origin={delta?.origin ?? texts.unknown()} />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 @3xl:grid-cols-2">
        <StateRows
          title={texts.before()}
          leaves={before}
          marks={(leaf) => (gone(leaf.path) ? "was" : null)}
          {...rows}
        />
        <StateRows
          title={texts.after()}
          bytes={step.stateBytes}
          leaves={after}
          marks={(leaf) => (leaf.by === ordinal ? "changed" : null)}
          {...rows}
        />
      </div>
    </>
  );
}

function Digests({ step }: { step: ContextStep }) {
  const matches = step.replayedAfter === step.recordedAfter;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-faint">
      <Digest sha256={step.recordedBefore} />
      <ArrowRight aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
      <span className="sr-only">{texts.to()}</span>
      <Digest sha256={step.recordedAfter} />
      <Chip tone={matches ? "good" : "warn"} explanation={meaningOf("replay")}>
        {matches ? texts.replayAgrees() : texts.replayGivesAnotherDigest()}
      </Chip>
      {!matches && <Digest sha256={step.replayedAfter} />}
    </p>
  );
}

const OPERATIONS: Record<ContextChange["op"], { sign: string; word: () => string }> = {
  add: { sign: "+", word: texts.added },
  remove: { sign: "−", word: texts.removed },
  replace: { sign: "~", word: texts.replaced },
};

type ChangesProps = { changes: readonly ContextChange[]; onPickPath: (path: string) => void };

function Changes({ changes, onPickPath }: ChangesProps) {
  if (changes.length === 0) return <p className="text-sm text-faint">{texts.itChangedNothing()}</p>;
  return (
    <ul
      aria-label={texts.whatChanged()}
      className="divide-y rounded-md border border-accent/50 bg-raised"
    >
      {numberItems(changes).map(({ ordinal, item: { op, path, before, after } }) => (
        <li key={ordinal} className="grid grid-cols-1 gap-x-3 px-3 py-2 @xl:grid-cols-[14rem_1fr]">
          <span className="flex min-w-0 items-start gap-2 text-xs leading-5">
            <span aria-hidden="true" className="w-3 shrink-0 text-center font-mono font-semibold">
              {OPERATIONS[op].sign}
            </span>
            <button
              type="button"
              onClick={() => onPickPath(path)}
              className="min-w-0 rounded-sm text-left font-mono wrap-anywhere text-code-name hover:underline"
            >
              <InertText text={path} />
            </button>
            <span className="shrink-0 text-faint">{OPERATIONS[op].word()}</span>
          </span>
          <span className="flex min-w-0 flex-wrap items-start gap-x-2">
            {before.map((leaf) => (
              <del key={leaf.path} className="min-w-0">
                <LeafValue payload={leaf.value} />
              </del>
            ))}
            {before.length > 0 && after.length > 0 && (
              <ArrowRight
                aria-hidden="true"
                className="mt-1 size-3.5 shrink-0 text-faint"
                strokeWidth={1.75}
              />
            )}
            {after.map((leaf) => (
              <ins key={leaf.path} className="min-w-0 no-underline">
                <LeafValue payload={leaf.value} />
              </ins>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Proposed({ step, origin }: { step: ContextStep; origin: string }) {
  return (
    <details className="text-xs" open={step.unknown.count > 0}>
      <summary className="w-fit rounded-sm text-soft hover:text-ink">
        {texts.theDeltaAsSentBy({ origin })}
      </summary>
      <dl className="mt-1 grid grid-cols-1 gap-x-3 rounded-md border bg-canvas px-3 py-2 @xl:grid-cols-[14rem_1fr]">
        {[...step.delta, ...step.unknown.leaves].map((leaf) => (
          <div key={leaf.path} className="contents">
            <dt className="font-mono leading-5 wrap-anywhere text-code-name">
              <InertText text={leaf.path || "/"} />{" "}
              {step.unknown.leaves.includes(leaf) && (
                <Chip tone="warn">{texts.notInTheSchema()}</Chip>
              )}
            </dt>
            <dd className="min-w-0">
              <LeafValue payload={leaf.value} />
            </dd>
          </div>
        ))}
      </dl>
      {step.unknown.count > 0 && (
        <p className="mt-1 text-warn">{texts.unknownKeys(amountOf(step.unknown.count))}</p>
      )}
      <p className="mt-1 text-faint">
        {texts.theStateAfterItOfJson({ stateBytes: formatBytes(step.stateBytes) })}
      </p>
    </details>
  );
}
