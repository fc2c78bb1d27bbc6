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

/** Nothing where there are no words, or where the operator may not read them. */
export function FeedbackWords({ feedback }: Pick<InspectedRun, "feedback">) {
  if (!feedback?.words) return null;
  return (
    <p className="mt-1.5 max-w-prose text-sm whitespace-pre-wrap text-soft wrap-anywhere">
      <span className="text-faint">{text.personWrote()} </span>
      <InertText text={feedback.words} />
    </p>
  );
}
