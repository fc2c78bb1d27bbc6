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
import type { DeviationClass } from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import { formatShare } from "./format-share.ts";

type ClassLook = {
  word: string;
  tone: "neutral" | "good" | "warn" | "danger";
  Icon: LucideIcon;
  /** The rule, in a sentence. */
  rule: string;
};

export const CLASS_LOOKS: Record<DeviationClass, ClassLook> = {
  ok: { word: "As planned", tone: "good", Icon: Check, rule: "It ran as it was planned." },
  missing: {
    word: "Missing",
    tone: "danger",
    Icon: CircleSlash,
    rule: "Planned, and nothing ran for it. Costs 1.",
  },
  pending: {
    word: "Pending",
    tone: "neutral",
    Icon: Clock,
    rule: "Planned, and still to come: in this run, or in the run of the person's answer. Costs nothing.",
  },
  wrong_target: {
    word: "Wrong target",
    tone: "danger",
    Icon: Crosshair,
    rule: "Another tool, version or node than planned. Costs 2.",
  },
  unexpected_args: {
    word: "Other arguments",
    tone: "warn",
    Icon: Braces,
    rule: "The arguments' digest is not the planned one. Costs 1.",
  },
  args_unverified: {
    word: "Arguments not compared",
    tone: "neutral",
    Icon: CircleDashed,
    rule: "The plan or the record has no digest. Costs nothing.",
  },
  failed: { word: "Failed", tone: "danger", Icon: X, rule: "The last attempt failed. Costs 1." },
  denied: { word: "Denied", tone: "danger", Icon: Ban, rule: "A policy denied it. Costs 1." },
  out_of_order: {
    word: "Out of order",
    tone: "warn",
    Icon: ArrowUpDown,
    rule: "It ran outside the planned order. Costs 1.",
  },
  retried: {
    word: "Retried",
    tone: "warn",
    Icon: RotateCw,
    rule: "Attempts after the first cost 0.25 each, at most 0.5.",
  },
  unplanned: {
    word: "Unplanned",
    tone: "warn",
    Icon: Plus,
    rule: "It ran, and no step was planned for it. Costs 1.",
  },
};

export function ClassChip({ name }: { name: DeviationClass }) {
  const { word, tone, Icon, rule } = CLASS_LOOKS[name];
  return (
    <Chip tone={tone} title={rule}>
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
        <span className="text-xs text-soft tabular-nums" title="Cost of this row">
          +{formatShare(cost)}
        </span>
      )}
      {isUnverified && (
        <span className="text-xs text-faint" title={CLASS_LOOKS.args_unverified.rule}>
          arguments not compared
        </span>
      )}
    </>
  );
}
