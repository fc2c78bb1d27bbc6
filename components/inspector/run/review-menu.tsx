/** Gives a run to auditors for review. Only for those who may: an auditor's page has no such button. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { IconButton } from "@/components/ui/button.tsx";
import { Popover } from "@/components/ui/overlay/popover.tsx";
import { type ReviewRequest, RunReviewers } from "@/lib/contracts/inspector/opening/review.ts";
import * as text from "@/lib/messages/review.ts";
import { describeFailure, postInspected, useInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { useOpening } from "../payload-opening.tsx";

export function ReviewMenu({ runId }: { runId: string }) {
  const { data } = useOpening(runId);
  if (!data?.mayGive) return null;
  return (
    <Popover
      label={text.giveForReview()}
      align="end"
      trigger={
        <IconButton size="sm" aria-label={text.giveForReview()}>
          <UserCheck className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
      className="w-80"
    >
      <Reviewers runId={runId} />
    </Popover>
  );
}

function Reviewers({ runId }: { runId: string }) {
  const client = useQueryClient();
  const address = `/api/admin/runs/${runId}/reviews`;
  const { data, error } = useInspected(inspectorKeys.reviewers(runId), RunReviewers, address);
  const change = useMutation({
    mutationFn: (asked: ReviewRequest) => postInspected(RunReviewers, address, asked),
    onSuccess: (reviewers) => client.setQueryData(inspectorKeys.reviewers(runId), reviewers),
  });
  const failure = error ?? change.error;
  // Until the server has answered, what was pressed.
  const wanted = change.isPending ? change.variables : undefined;
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{text.giveForReview()}</h3>
      <p className="text-xs text-soft">{text.explained()}</p>
      {failure && <p className="text-xs text-danger">{describeFailure(failure)}</p>}
      {data === undefined && !failure && <p role="status">{text.loadingAuditors()}</p>}
      {data?.auditors.length === 0 && <p className="text-faint">{text.noAuditors()}</p>}
      {data?.auditors.map(({ id, name, isGiven }) => (
        <label key={id} className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={wanted?.auditorId === id ? wanted.isGiven : isGiven}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ auditorId: id, isGiven: event.target.checked })}
          />
          <span className="min-w-0 truncate">{name}</span>
        </label>
      ))}
    </div>
  );
}
