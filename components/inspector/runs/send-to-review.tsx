/** Sends runs of the list to review, and says how many. Only for those who may. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button.tsx";
import { RunsSent, type SendRuns } from "@/lib/contracts/inspector/review/sent-runs.ts";
import * as text from "@/lib/messages/review-rules.ts";
import { describeFailure, postInspected } from "../fetch-inspected.ts";
import { formatCount } from "../values/format-figures.ts";

type SendToReviewProps = {
  /** What is sent. */
  asked: SendRuns;
  label: string;
};

/** Keyed by what is sent: what was said of other runs goes. */
export function SendToReview({ asked, label }: SendToReviewProps) {
  const send = useMutation({
    mutationFn: () => postInspected(RunsSent, "/api/admin/review/sent", asked),
  });
  return (
    <>
      <Button
        look="outline"
        size="sm"
        aria-disabled={send.isPending}
        onClick={() => !send.isPending && send.mutate()}
      >
        {send.isPending ? text.sending() : label}
      </Button>
      <span role="status" className="text-sm text-soft empty:hidden">
        {send.error ? describeFailure(send.error) : send.data && wordsOf(send.data)}
      </span>
    </>
  );
}

function wordsOf({ sent, hasMore }: RunsSent): string {
  const count = formatCount(sent);
  if (hasMore) return text.sentMore({ count });
  if (sent === 0) return text.sentNone();
  return sent === 1 ? text.sentOne() : text.sentMany({ count });
}
