/** One execution. Its name selects it in every panel. */
"use client";
import { Equal, EqualNot } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type { Attempt } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import * as texts from "@/lib/messages/inspector-plan.ts";
import { type Selection, select, useSelection } from "../run/selection/use-selection.ts";
import { stopOf } from "../run/selection/use-stop-moves.ts";
import { OutcomeChip } from "../status-chip.tsx";
import { Digest } from "../values/digest.tsx";
import { formatDuration } from "../values/format-figures.ts";
import { meaningOf, Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { StepDetails } from "./arguments/step-details.tsx";

/** An action has no hop of its own, so only its event selects it. */
export function isPicked({ seq, hopRef, type }: Attempt, selection: Selection): boolean {
  if (selection.seq === seq) return true;
  return type !== "action" && selection.hopRef === hopRef;
}

type AttemptViewProps = {
  attempt: Attempt;
  expected: string | null;
  /** Its number, where there are several attempts. */
  number: number | null;
  /** Absent where it is compared with a claim, whose digest no plan has. */
  runId?: string;
};

export function AttemptView({ attempt, expected, number, runId }: AttemptViewProps) {
  const selection = useSelection();
  const { seq, hopRef, target, status, durationMs } = attempt;
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <button
          type="button"
          {...stopOf(seq, hopRef)}
          aria-pressed={isPicked(attempt, selection)}
          onClick={() => select({ hopRef, seq })}
          className="min-w-0 scroll-my-14 rounded-sm text-left font-medium wrap-anywhere hover:underline"
        >
          <InertText text={target} />
        </button>
        {status === "would_deny" ? (
          <Chip tone="warn" explanation={meaningOf("wouldDeny")}>
            {texts.wouldBeDenied()}
          </Chip>
        ) : (
          <OutcomeChip outcome={status} />
        )}
        {durationMs !== null && (
          <span className="text-xs text-faint tabular-nums">{formatDuration(durationMs)}</span>
        )}
      </div>
      <p className="text-xs text-faint">
        {number !== null && `${texts.attempt({ ordinal: number })} · `}
        {TYPE_WORDS[attempt.type]()}
        {attempt.type === "tool" && attempt.agentId !== null && (
          <>
            {" "}
            {texts.ofAgent()} <InertText text={attempt.agentId} />
          </>
        )}
        {" · "}
        <span className="font-mono wrap-anywhere">{hopRef}</span>
        {attempt.writes && ` · ${texts.changesSomething()}`}
        {attempt.approved && ` · ${texts.approvedByThePerson()}`}
      </p>
      <DigestPair expected={expected} actual={attempt.argsSha256} side="actual" />
      {runId && <StepDetails runId={runId} expected={expected} attempt={attempt} />}
    </div>
  );
}

/** The digest of the arguments on one side of the alignment, compared with the other side's. */
type DigestPairProps = {
  expected: string | null;
  actual: string | null;
  /** The side whose digest is shown. */
  side: "expected" | "actual";
};

export function DigestPair({ expected, actual, side }: DigestPairProps) {
  const shown = side === "expected" ? expected : actual;
  if (shown === null) {
    if (side === "actual") return null;
    return (
      <p className="text-xs text-faint">
        <Term name="openArguments">{texts.anyArguments()}</Term>
      </p>
    );
  }
  const isComparable = expected !== null && actual !== null;
  const isSame = expected === actual;
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-xs text-faint">
      {side === "actual" && isComparable && (
        <span className={isSame ? "text-good" : "text-warn"}>
          {isSame ? (
            <Equal className="size-3.5" strokeWidth={2.25} aria-hidden="true" />
          ) : (
            <EqualNot className="size-3.5" strokeWidth={2.25} aria-hidden="true" />
          )}
        </span>
      )}
      {side === "expected" ? texts.expected() : sayActual(isComparable, isSame)}
      <Digest sha256={shown} />
    </p>
  );
}

function sayActual(isComparable: boolean, isSame: boolean): string {
  if (!isComparable) return texts.argumentsWord();
  return isSame ? texts.sameArguments() : texts.otherArgumentsRan();
}

export const TYPE_WORDS: Record<Attempt["type"], () => string> = {
  agent: texts.typeAgent,
  tool: texts.typeTool,
  action: texts.typeAction,
};
