/** Where a run stands, and how anything ended: a word and a shape, never a colour alone. */
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
import type { RunStatus } from "@/lib/contracts/inspector/run/inspected-run.ts";
import type { Outcome } from "./events/event-types.ts";

type Tone = "neutral" | "accent" | "good" | "warn" | "danger";
type Look = { word: string; tone: Tone; Icon: LucideIcon };

export const STATUS_LOOKS: Record<RunStatus, Look> = {
  running: { word: "Running", tone: "accent", Icon: CircleDashed },
  complete: { word: "Complete", tone: "good", Icon: Check },
  stopped: { word: "Stopped", tone: "neutral", Icon: Square },
  interrupted: { word: "Interrupted", tone: "warn", Icon: Unplug },
  failed: { word: "Failed", tone: "danger", Icon: X },
  empty: { word: "Empty", tone: "warn", Icon: CircleSlash },
};

const OUTCOME_LOOKS: Record<Outcome, Look> = {
  ok: { word: "OK", tone: "good", Icon: Check },
  failed: { word: "Failed", tone: "danger", Icon: X },
  denied: { word: "Denied", tone: "danger", Icon: Ban },
  stopped: { word: "Stopped", tone: "neutral", Icon: Square },
};

export function StatusChip({ status }: { status: RunStatus }) {
  return <LookChip look={STATUS_LOOKS[status]} moving={status === "running"} />;
}

/** @param outcome null: it is still going on */
export function OutcomeChip({ outcome }: { outcome: Outcome | null }) {
  const look = outcome === null ? STATUS_LOOKS.running : OUTCOME_LOOKS[outcome];
  return <LookChip look={look} moving={outcome === null} />;
}

function LookChip({ look: { word, tone, Icon }, moving }: { look: Look; moving: boolean }) {
  return (
    <Chip tone={tone}>
      <Icon
        aria-hidden="true"
        strokeWidth={2.25}
        className={moving ? "size-3 animate-spin [animation-duration:2.4s]" : "size-3"}
      />
      {word}
    </Chip>
  );
}
