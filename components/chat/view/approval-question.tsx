/** A plain question below an answer: nothing is done before the person decides. */
"use client";
import { Check, X } from "lucide-react";
import { type MouseEvent, useId } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import type { PublicApproval } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import type { Decision } from "../data/use-turns.ts";
import { focusAfterDecision } from "../focus-composer.ts";

type ApprovalQuestionProps = {
  approval: PublicApproval;
  /** True while an answer is being written; a decision has to wait for its end. */
  isBusy: boolean;
  onDecide: (approval: PublicApproval, decision: Decision) => void;
};

const OUTCOMES = {
  approved: { name: text.approved, tone: "good" },
  declined: { name: text.declined, tone: "neutral" },
  expired: { name: text.expired, tone: "neutral" },
} as const;

export function ApprovalQuestion({ approval, isBusy, onDecide }: ApprovalQuestionProps) {
  const { question, status } = approval;
  const questionId = useId();
  const decide = (decision: Decision) => (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.closest("section");
    // Before the buttons go: their focus would fall to the page.
    if (box) focusAfterDecision(box);
    onDecide(approval, decision);
  };
  return (
    <section
      aria-labelledby={questionId}
      className="settle mt-3 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-md border border-line-strong bg-raised px-3.5 py-3 shadow-raised"
    >
      <p id={questionId} dir="auto" className="min-w-0 flex-1 basis-64 text-[0.9375rem] leading-6">
        {question}
      </p>
      {status === "pending" ? (
        <div className="flex gap-2 pointer-coarse:*:min-h-11 pointer-coarse:*:min-w-11">
          <Button
            look="primary"
            size="sm"
            data-decide=""
            disabled={isBusy}
            onClick={decide("approved")}
          >
            <Check className="size-3.5" strokeWidth={2} aria-hidden="true" />
            {text.approve()}
          </Button>
          <Button look="outline" size="sm" disabled={isBusy} onClick={decide("declined")}>
            <X className="size-3.5" strokeWidth={2} aria-hidden="true" />
            {text.decline()}
          </Button>
        </div>
      ) : (
        <Chip tone={OUTCOMES[status].tone}>{OUTCOMES[status].name()}</Chip>
      )}
    </section>
  );
}
