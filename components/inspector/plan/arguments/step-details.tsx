/** Behind a deviation: the record and the call in the log, and the arguments behind both digests. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { Attempt } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import { StepArguments } from "@/lib/contracts/inspector/plan/step-arguments.ts";
import * as texts from "@/lib/messages/inspector-plan.ts";
import { FailureNotice } from "../../failure-notice.tsx";
import { fetchInspected } from "../../fetch-inspected.ts";
import { inspectorKeys } from "../../inspector-keys.ts";
import { toEvent } from "../../run/selection/use-selection.ts";
import { SearchLink } from "../../search-link.tsx";
import { TEXT_LINK } from "../../text-link.ts";
import { PayloadView } from "../../values/payload-view.tsx";

type StepDetailsProps = {
  runId: string;
  /** The planned digest; null where any arguments were planned, or nothing was. */
  expected: string | null;
  /** Null where nothing ran. */
  attempt: Attempt | null;
};

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
  const { data, error, refetch } = useQuery({
    queryKey: inspectorKeys.stepArguments(runId, expected, hop),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        ...(expected === null ? {} : { planned: expected }),
        ...(hop === null ? {} : { hop }),
      });
      return fetchInspected(
        StepArguments,
        `/api/admin/runs/${runId}/plan/arguments?${query}`,
        signal,
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
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
