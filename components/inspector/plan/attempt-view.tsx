/** One execution. Its name selects it in every panel. */
"use client";
import { Equal, EqualNot } from "lucide-react";
import { useState } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { Attempt } from "@/lib/contracts/inspector/run/plan-inspection.ts";
import { StepArguments } from "@/lib/contracts/inspector/run/step-arguments.ts";
import { ApprovalState } from "@/lib/contracts/run/hop-decision.ts";
import * as texts from "@/lib/messages/inspector-plan.ts";
import { useInspected } from "../fetch-inspected.ts";
import { FailureNotice } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { stopOf } from "../run/selection/selection-moves.ts";
import { type Selection, select, toEvent, useSelection } from "../run/selection/use-selection.ts";
import { ApprovalChip, OutcomeChip } from "../run-marks.tsx";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { Digest } from "../values/copy-button.tsx";
import { formatDuration } from "../values/format-figures.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { meaningOf, Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";

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
        <AttemptChip status={status} />
        {durationMs !== null && !isLeft(status) && (
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

function AttemptChip({ status }: Pick<Attempt, "status">) {
  if (isLeft(status)) return <ApprovalChip state={status} />;
  if (status !== "would_deny") return <OutcomeChip outcome={status} />;
  return (
    <Chip tone="warn" explanation={meaningOf("wouldDeny")}>
      {texts.wouldBeDenied()}
    </Chip>
  );
}

/** Whether the call was left for the person, so that nothing ran. */
function isLeft(status: Attempt["status"]): status is ApprovalState {
  return ApprovalState.options.some((state) => state === status);
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

type StepDetailsProps = {
  runId: string;
  /** The planned digest; null where any arguments were planned, or nothing was. */
  expected: string | null;
  /** Null where nothing ran. */
  attempt: Attempt | null;
};

/** Explains a deviation: the record and the call in the log, and the arguments of both digests. */
export function StepDetails({ runId, expected, attempt }: StepDetailsProps) {
  const [isOpen, setOpen] = useState(false);
  const isCall = attempt?.type === "tool";
  if (expected === null && attempt === null) return null;
  return (
    <details className="mt-1 text-xs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm text-soft hover:text-ink">
        {texts.recordAndArguments()}
      </summary>
      <div className="mt-1 grid min-w-0 gap-2 border-l pl-3">
        {attempt && (
          <SearchLink className={TEXT_LINK} to={toEvent(attempt.seq)}>
            {texts.recordAtEvent({ seq: attempt.seq })}
          </SearchLink>
        )}
        {isOpen && (expected !== null || isCall) && (
          <Arguments runId={runId} expected={expected} hop={isCall ? attempt.hopRef : null} />
        )}
      </div>
    </details>
  );
}

function Arguments({
  runId,
  expected,
  hop,
}: {
  runId: string;
  expected: string | null;
  hop: string | null;
}) {
  const query = new URLSearchParams({
    ...(expected === null ? {} : { planned: expected }),
    ...(hop === null ? {} : { hop }),
  });
  const { data, error, refetch } = useInspected(
    inspectorKeys.stepArguments(runId, expected, hop),
    StepArguments,
    `/api/admin/runs/${runId}/plan/arguments?${query}`,
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (error) return <FailureNotice error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonLine className="w-2/5" />;
  const { planned, ran } = data;
  return (
    <>
      {expected !== null &&
        (planned ? (
          <PayloadView title={texts.plannedArguments()} payload={planned} />
        ) : (
          <p className="text-faint">{texts.plannedArgumentsNotKnown()}</p>
        ))}
      {hop !== null &&
        (ran ? (
          <>
            <PayloadView title={texts.argumentsThatRan()} payload={ran.value} />
            <SearchLink className={TEXT_LINK} to={toEvent(ran.seq)}>
              {texts.callAtEvent({ seq: ran.seq })}
            </SearchLink>
          </>
        ) : (
          <p className="text-faint">{texts.argumentsThatRanNotKnown()}</p>
        ))}
    </>
  );
}
