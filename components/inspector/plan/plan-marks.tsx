/** Marks of a plan's rows: the kind of deviation as a word and a shape, the type of a step, its prose. */
"use client";
import {
  ArrowUpDown,
  Ban,
  Bot,
  Braces,
  Check,
  CircleDashed,
  CircleSlash,
  Clock,
  Compass,
  Crosshair,
  Hand,
  LoaderCircle,
  type LucideIcon,
  Plus,
  RotateCw,
  Square,
  Wrench,
  X,
} from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import { Explained } from "@/components/ui/explained.tsx";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { DeviationClass } from "@/lib/contracts/inspector/run/plan-inspection.ts";
import * as texts from "@/lib/messages/inspector-plan.ts";
import { formatShare } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { FoldedText } from "../values/text/folded-text.tsx";
import { WithheldValue } from "../values/withheld-value.tsx";

type ClassLook = {
  word: string;
  tone: "neutral" | "good" | "warn" | "danger";
  Icon: LucideIcon;
  /** The rule as a sentence. */
  rule: string;
};

const look = (
  word: string,
  tone: ClassLook["tone"],
  Icon: LucideIcon,
  rule: string,
): ClassLook => ({ word, tone, Icon, rule });

export const CLASS_LOOKS: Record<DeviationClass, ClassLook> = {
  ok: look(texts.asPlanned(), "good", Check, texts.itRanAsPlanned()),
  missing: look(texts.missing(), "danger", CircleSlash, texts.itWasPlannedAndNothingRan()),
  not_reached: look(texts.notReached(), "neutral", CircleDashed, texts.theRunEndedBeforeIt()),
  running: look(texts.running(), "neutral", LoaderCircle, texts.itIsRunningNow()),
  pending: look(texts.pending(), "neutral", Clock, texts.itIsPlannedAndHasNot()),
  wrong_target: look(
    texts.wrongTarget(),
    "danger",
    Crosshair,
    texts.anotherToolVersionOrAgentRan(),
  ),
  unexpected_args: look(
    texts.otherArguments(),
    "warn",
    Braces,
    texts.itRanWithOtherArgumentsThan(),
  ),
  args_unverified: look(
    texts.argumentsNotCompared(),
    "neutral",
    CircleDashed,
    texts.theArgumentsCouldNotBeCompared(),
  ),
  failed: look(texts.failed(), "danger", X, texts.theLastAttemptFailed1Point()),
  stopped: look(texts.stopped(), "neutral", Square, texts.thePersonStoppedIt()),
  denied: look(texts.denied(), "danger", Ban, texts.aPolicyDeniedIt1Point()),
  needs_approval: look(texts.needsApproval(), "warn", Hand, texts.itWasLeftForThePersonsApproval()),
  out_of_order: look(texts.outOfOrder(), "warn", ArrowUpDown, texts.itRanOutsideThePlannedOrder()),
  retried: look(texts.retried(), "warn", RotateCw, texts.itRanMoreThanOnce0()),
  unplanned: look(texts.unplanned(), "warn", Plus, texts.itRanAndNoStepWas()),
};

type ClassChipProps = {
  name: DeviationClass;
  /** False inside a link. */
  isExplained?: boolean;
};

export function ClassChip({ name, isExplained = true }: ClassChipProps) {
  const { word, tone, Icon, rule } = CLASS_LOOKS[name];
  return (
    <Chip tone={tone} {...(isExplained ? { explanation: rule } : {})}>
      <Icon className="size-3" strokeWidth={2.25} aria-hidden="true" />
      {word}
    </Chip>
  );
}

type ClassChipsProps = { classes: readonly DeviationClass[]; cost: number };

/** The classes of one row and their cost. Arguments that could not be compared get a muted note. */
export function ClassChips({ classes, cost }: ClassChipsProps) {
  const isUnverified = classes.includes("args_unverified");
  const loud = classes.filter((name) => name !== "args_unverified");
  return (
    <>
      {(loud.length > 0 ? loud : (["ok"] as const)).map((name) => (
        <ClassChip key={name} name={name} />
      ))}
      {cost > 0 && (
        <Term name="alignmentCost" className="text-xs text-soft tabular-nums">
          +{formatShare(cost)}
        </Term>
      )}
      {isUnverified && (
        <Explained text={CLASS_LOOKS.args_unverified.rule} className="text-xs text-faint">
          {texts.argumentsNotComparedNote()}
        </Explained>
      )}
    </>
  );
}

const ICONS: Record<"agent" | "tool" | "action", LucideIcon> = {
  agent: Bot,
  tool: Wrench,
  action: Compass,
};

/** An icon for the type of a step. */
export function StepIcon({ type }: { type: "agent" | "tool" | "action" }) {
  const Icon = ICONS[type];
  return (
    <Icon className="mt-0.5 size-4 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />
  );
}

/** A paragraph of prose, or a note that it is masked. */
export function WrittenText({ payload }: { payload: Payload }) {
  if (payload.bytes === 0) return null;
  if (payload.withheld) return <WithheldValue payload={payload} />;
  return <FoldedText text={String(payload.value)} className="text-xs text-soft" />;
}
