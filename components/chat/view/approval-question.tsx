/** A plain question below an answer: nothing is done before the person decides. */
"use client";
import { Check, PencilLine, X } from "lucide-react";
import { type ComponentType, lazy, type MouseEvent, Suspense, useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import type { PublicApproval } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import type { Decision, OnDecide } from "../data/use-turns.ts";
import { focusAfterDecision } from "../focus-composer.ts";
import type { ChangeFormProps } from "./change-call/change-form.tsx";
import { useFocusBack } from "./use-focus-back.ts";

/** Few questions are changed. If it cannot be loaded, the question can be decided as it is. */
const ChangeForm = lazy<ComponentType<ChangeFormProps>>(() =>
  import("./change-call/change-form.tsx").catch(() => ({ default: () => null })),
);

type ApprovalQuestionProps = {
  approval: PublicApproval;
  /** True while an answer is being written; a decision has to wait for its end. */
  isBusy: boolean;
  onDecide: OnDecide;
};

const OUTCOMES = {
  approved: { name: text.approved, tone: "good" },
  declined: { name: text.declined, tone: "neutral" },
  expired: { name: text.expired, tone: "neutral" },
} as const;

export function ApprovalQuestion({ approval, isBusy, onDecide }: ApprovalQuestionProps) {
  const { question, status } = approval;
  const questionId = useId();
  const [isChanging, setChanging] = useState(false);
  const changeButton = useFocusBack(isChanging);
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
      <p id={questionId} dir="auto" className="question">
        {question}
      </p>
      {status !== "pending" && <Chip tone={OUTCOMES[status].tone}>{OUTCOMES[status].name()}</Chip>}
      {status === "pending" && !isChanging && (
        <div className="flex flex-wrap gap-2 pointer-coarse:*:min-h-11 pointer-coarse:*:min-w-11">
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
          {approval.canChange && (
            <Button ref={changeButton} size="sm" onClick={() => setChanging(true)}>
              <PencilLine className="size-3.5" strokeWidth={2} aria-hidden="true" />
              {text.change()}
            </Button>
          )}
        </div>
      )}
      {status === "pending" && isChanging && (
        <Suspense fallback={null}>
          <ChangeForm
            approval={approval}
            isBusy={isBusy}
            onDecide={onDecide}
            onLeave={() => setChanging(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
