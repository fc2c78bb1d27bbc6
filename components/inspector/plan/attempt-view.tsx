"use client";
/** One thing that ran: its name picks it out in every panel. */
import { Chip } from "@/components/ui/chip.tsx";
import type { Attempt } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import { type Selection, select, useSelection } from "../run/selection/use-selection.ts";
import { stopOf } from "../run/selection/use-stop-moves.ts";
import { OutcomeChip } from "../status-chip.tsx";
import { formatDuration } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { DigestPair } from "./digest-pair.tsx";

/** An action has no hop of its own: only its event picks it out. */
export function isPicked({ seq, hopRef, type }: Attempt, selection: Selection): boolean {
  if (selection.seq === seq) return true;
  return type !== "action" && selection.hopRef === hopRef;
}

type AttemptViewProps = {
  attempt: Attempt;
  expected: string | null;
  /** Which attempt it is, where there are several. */
  number: number | null;
};

export function AttemptView({ attempt, expected, number }: AttemptViewProps) {
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
          <Chip tone="warn" title="A policy that observes would have denied it">
            Would deny
          </Chip>
        ) : (
          <OutcomeChip outcome={status} />
        )}
        {durationMs !== null && (
          <span className="text-xs text-faint tabular-nums">{formatDuration(durationMs)}</span>
        )}
      </div>
      <p className="text-xs text-faint">
        {number !== null && `Attempt ${number} · `}
        {attempt.type}
        {attempt.type === "tool" && attempt.agentId !== null && (
          <>
            {" of "}
            <InertText text={attempt.agentId} />
          </>
        )}
        {" · "}
        <span className="font-mono wrap-anywhere">{hopRef}</span>
        {attempt.writes && " · writes"}
        {attempt.approved && " · approved"}
      </p>
      <DigestPair expected={expected} actual={attempt.argsSha256} side="actual" />
    </div>
  );
}
