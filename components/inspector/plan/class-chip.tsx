/** How a row of the alignment deviates: a word and a shape, never a colour alone. */
import {
  ArrowUpDown,
  Ban,
  Braces,
  Check,
  CircleDashed,
  CircleSlash,
  Clock,
  Crosshair,
  type LucideIcon,
  Plus,
  RotateCw,
  X,
} from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import { Explained } from "@/components/ui/explained.tsx";
import type { DeviationClass } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import { Term } from "../values/term.tsx";
import { formatShare } from "./format-share.ts";

type ClassLook = {
  word: string;
  tone: "neutral" | "good" | "warn" | "danger";
  Icon: LucideIcon;
  /** The rule, in a sentence. */
  rule: string;
};

export const CLASS_LOOKS: Record<DeviationClass, ClassLook> = {
  ok: { word: "As planned", tone: "good", Icon: Check, rule: "It ran as planned." },
  missing: {
    word: "Missing",
    tone: "danger",
    Icon: CircleSlash,
    rule: "It was planned, and nothing ran for it. 1 point.",
  },
  pending: {
    word: "Pending",
    tone: "neutral",
    Icon: Clock,
    rule: "It is planned and has not run yet; it may run in this run, or after the person's approval. No points.",
  },
  wrong_target: {
    word: "Wrong target",
    tone: "danger",
    Icon: Crosshair,
    rule: "Another tool, version or agent ran than planned. 2 points.",
  },
  unexpected_args: {
    word: "Other arguments",
    tone: "warn",
    Icon: Braces,
    rule: "It ran with other arguments than planned: their digests differ. 1 point.",
  },
  args_unverified: {
    word: "Arguments not compared",
    tone: "neutral",
    Icon: CircleDashed,
    rule: "The arguments could not be compared, because the plan or the record has no digest of them. No points.",
  },
  failed: { word: "Failed", tone: "danger", Icon: X, rule: "The last attempt failed. 1 point." },
  denied: { word: "Denied", tone: "danger", Icon: Ban, rule: "A policy denied it. 1 point." },
  out_of_order: {
    word: "Out of order",
    tone: "warn",
    Icon: ArrowUpDown,
    rule: "It ran outside the planned order. 1 point.",
  },
  retried: {
    word: "Retried",
    tone: "warn",
    Icon: RotateCw,
    rule: "It ran more than once. 0.25 points for each attempt after the first, at most 0.5.",
  },
  unplanned: {
    word: "Unplanned",
    tone: "warn",
    Icon: Plus,
    rule: "It ran, and no step was planned for it. 1 point.",
  },
};

type ClassChipProps = {
  name: DeviationClass;
  /** False inside of a link. */
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

/** The classes of one row and what they cost. That arguments could not be compared is said quietly. */
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
          arguments not compared
        </Explained>
      )}
    </>
  );
}
