/** What the person thinks of the answer: a thumb, and on the run's page their words. */
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as text from "@/lib/messages/inspector.ts";
import { InertText } from "./values/text/inert-text.tsx";

export function FeedbackChip({ feedback }: Pick<InspectedRun, "feedback">) {
  if (feedback === null) return null;
  const isUp = feedback.verdict === "up";
  const Icon = isUp ? ThumbsUp : ThumbsDown;
  return (
    <Chip tone={isUp ? "neutral" : "warn"}>
      <Icon className="size-3" strokeWidth={2} aria-hidden="true" />
      {isUp ? text.liked() : text.disliked()}
    </Chip>
  );
}

/** The thumb with the words, where there are some and the operator may read them. */
export function FeedbackLine({ feedback }: Pick<InspectedRun, "feedback">) {
  if (feedback === null) return null;
  return (
    <div className="mt-1.5 flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm">
      <FeedbackChip feedback={feedback} />
      {feedback.words !== "" && (
        <p className="max-w-prose min-w-0 whitespace-pre-wrap text-soft wrap-anywhere">
          <span className="text-faint">{text.personWrote()} </span>
          <InertText text={feedback.words} />
        </p>
      )}
    </div>
  );
}
