/** The deviation of a run, and what the policies said of it: words and shapes beside the colour. */
import { Ban, Eye, Hand, TriangleAlert } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { HIGH_DEVIATION } from "@/lib/contracts/inspector/run-query.ts";
import * as texts from "@/lib/messages/inspector-runs.ts";
import { ApprovalChip } from "../run-marks.tsx";
import { POLICY_WORDS } from "./run-words.ts";

export function DeviationFigure({
  run: { deviation, status },
}: {
  run: Pick<InspectedRun, "deviation" | "status">;
}) {
  if (deviation === null) {
    return (
      <span className="text-xs leading-5 text-faint">
        {status === "running" ? "–" : texts.noPlanMade()}
      </span>
    );
  }
  const figure = deviation.toFixed(2);
  if (deviation === 0) return <span className="text-soft tabular-nums">{figure}</span>;
  return (
    <Chip tone={deviation < HIGH_DEVIATION ? "neutral" : "warn"} className="tabular-nums">
      {deviation >= HIGH_DEVIATION && (
        <TriangleAlert className="size-3" strokeWidth={2} aria-label={texts.high()} />
      )}
      {figure}
    </Chip>
  );
}

type PolicyChipProps = {
  run: Pick<InspectedRun, "policyOutcome" | "approval">;
  /** False inside a button or a link. */
  isExplained?: boolean;
};

/** The severest decision. Of a call that was left for the person, what became of it. */
export function PolicyChip({
  run: { policyOutcome: outcome, approval },
  isExplained = false,
}: PolicyChipProps) {
  if (outcome === null) return <span className="text-xs leading-5 text-faint">–</span>;
  if (outcome === "needs_approval" && approval !== null) {
    return <ApprovalChip state={approval} isExplained={isExplained} />;
  }
  const words = POLICY_WORDS[outcome];
  if (outcome === "allow") return <span className="text-xs leading-5 text-soft">{words}</span>;
  const Icon = outcome === "deny" ? Ban : outcome === "would_deny" ? Eye : Hand;
  return (
    <Chip tone={outcome === "deny" ? "danger" : "warn"}>
      <Icon className="size-3" strokeWidth={2} aria-hidden="true" />
      {words}
    </Chip>
  );
}
