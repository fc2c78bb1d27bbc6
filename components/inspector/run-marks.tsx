/** How a run is named and marked: its name, status, findings and feedback, each a word and a shape beside the colour. */
import {
  Ban,
  Check,
  CircleDashed,
  CircleSlash,
  Clock,
  Hand,
  type LucideIcon,
  OctagonAlert,
  Square,
  ThumbsDown,
  ThumbsUp,
  TriangleAlert,
  Unplug,
  X,
} from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type { InspectedBodyOf } from "@/lib/contracts/inspector/events/inspected-event.ts";
import {
  type InspectedRun,
  RUN_FINDINGS,
  type RunStatus,
} from "@/lib/contracts/inspector/run/inspected-run.ts";
import type { ApprovalState } from "@/lib/contracts/run/hop-decision.ts";
import * as text from "@/lib/messages/inspector.ts";
import { KIND_WORDS } from "./runs/run-words.ts";
import { meaningOf, type TermName } from "./values/term.tsx";
import { InertText } from "./values/text/inert-text.tsx";

/** The outcome of a hop, a call or a tool. */
export type Outcome = InspectedBodyOf<"hop.ended">["outcome"];

type Tone = "neutral" | "accent" | "good" | "warn" | "danger";
type Look = { word: string; tone: Tone; Icon: LucideIcon };

const RUN_MEANINGS: Record<RunStatus, TermName> = {
  running: "running",
  complete: "complete",
  stopped: "stopped",
  interrupted: "interrupted",
  failed: "failed",
  empty: "empty",
};

export const STATUS_LOOKS: Record<RunStatus, Look> = {
  running: { word: text.running(), tone: "accent", Icon: CircleDashed },
  complete: { word: text.complete(), tone: "good", Icon: Check },
  stopped: { word: text.stopped(), tone: "neutral", Icon: Square },
  interrupted: { word: text.interrupted(), tone: "warn", Icon: Unplug },
  failed: { word: text.failed(), tone: "danger", Icon: X },
  empty: { word: text.noAnswer(), tone: "warn", Icon: CircleSlash },
};

const OUTCOME_LOOKS: Record<Outcome, Look> = {
  ok: { word: text.ok(), tone: "good", Icon: Check },
  failed: { word: text.failed(), tone: "danger", Icon: X },
  denied: { word: text.denied(), tone: "danger", Icon: Ban },
  stopped: { word: text.stopped(), tone: "neutral", Icon: Square },
  discarded: { word: text.speculativeDiscarded(), tone: "neutral", Icon: CircleSlash },
};

const APPROVAL_LOOKS: Record<ApprovalState, Look & { meaning: string }> = {
  waiting: {
    word: text.waitsForApproval(),
    tone: "warn",
    Icon: Hand,
    meaning: text.waitsForApprovalMeaning(),
  },
  approved: { word: text.approved(), tone: "good", Icon: Check, meaning: text.approvedMeaning() },
  declined: { word: text.declined(), tone: "neutral", Icon: X, meaning: text.declinedMeaning() },
  expired: { word: text.expired(), tone: "neutral", Icon: Clock, meaning: text.expiredMeaning() },
};

type StatusChipProps = {
  status: RunStatus;
  /** False inside a button or a link, where nothing else may be focusable. */
  isExplained?: boolean;
};

export function StatusChip({ status, isExplained = true }: StatusChipProps) {
  const look = STATUS_LOOKS[status];
  const meaning = isExplained ? meaningOf(RUN_MEANINGS[status]) : undefined;
  return <LookChip look={look} moving={status === "running"} meaning={meaning} />;
}

/** @param outcome null: still active */
export function OutcomeChip({ outcome }: { outcome: Outcome | null }) {
  const look = outcome === null ? STATUS_LOOKS.running : OUTCOME_LOOKS[outcome];
  return <LookChip look={look} moving={outcome === null} />;
}

type ApprovalChipProps = {
  state: ApprovalState;
  /** False inside a button or a link. */
  isExplained?: boolean;
};

/** What became of a call that was left for the person: an outcome of its own, neither run nor denied by a policy. */
export function ApprovalChip({ state, isExplained = true }: ApprovalChipProps) {
  const { meaning, ...look } = APPROVAL_LOOKS[state];
  return <LookChip look={look} moving={false} meaning={isExplained ? meaning : undefined} />;
}

type LookChipProps = { look: Look; moving: boolean; meaning?: string | undefined };

function LookChip({ look: { word, tone, Icon }, moving, meaning }: LookChipProps) {
  return (
    <Chip tone={tone} {...(meaning === undefined ? {} : { explanation: meaning })}>
      <Icon
        aria-hidden="true"
        strokeWidth={2.25}
        className={moving ? "size-3 animate-spin [animation-duration:2.4s]" : "size-3"}
      />
      {word}
    </Chip>
  );
}

/** The most severe finding in words, whatever the run's status, and how many more there are. */
export function FindingsChip({ findings }: Pick<InspectedRun, "findings">) {
  const [severest, ...others] = findings;
  if (severest === undefined) return null;
  const isAlert = RUN_FINDINGS[severest] === "alert";
  const Icon = isAlert ? OctagonAlert : TriangleAlert;
  const words = KIND_WORDS[severest];
  return (
    <Chip tone={isAlert ? "danger" : "warn"}>
      <Icon className="size-3" strokeWidth={2} aria-hidden="true" />
      {others.length > 0 ? text.findingAndMore({ words, more: others.length }) : words}
    </Chip>
  );
}

/** The thumb that the person gave the answer. */
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
        <p dir="auto" className="max-w-prose min-w-0 whitespace-pre-wrap text-soft wrap-anywhere">
          <span className="text-faint">{text.personWrote()} </span>
          <InertText text={feedback.words} />
        </p>
      )}
    </div>
  );
}

type Named = { run: Pick<InspectedRun, "question" | "conversation" | "masked"> };

/** The question of a run, else the title of its conversation. */
export function RunName({ run: { question, conversation, masked } }: Named) {
  if (masked) return <span className="text-faint">{text.maskedRun()}</span>;
  return <InertText text={question || conversation.title} />;
}

/** Empty where the title repeats the question, as for the first question of a conversation. */
export function RunPlace({ run: { question, conversation } }: Named) {
  const isSame = !question || question.startsWith(conversation.title.replace(/…$/, ""));
  if (isSame) return null;
  return (
    <>
      {text.inConversation()}
      <InertText text={conversation.title} />
      {text.inConversationEnd()}
    </>
  );
}
