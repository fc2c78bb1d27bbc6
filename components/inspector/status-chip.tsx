/** The status of a run, or the outcome of a hop or a call: a word and a shape beside the colour. */

import {
  Ban,
  Check,
  CircleDashed,
  CircleSlash,
  type LucideIcon,
  Square,
  Unplug,
  X,
} from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type { InspectedBodyOf } from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { RunStatus } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as text from "@/lib/messages/inspector.ts";
import { meaningOf, type TermName } from "./values/term.tsx";

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
