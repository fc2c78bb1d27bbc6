/** How far a run left its plan, and the most severe word of a policy: always words and shapes beside the colour. */
import { Ban, Eye, Hand, TriangleAlert } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type { PolicyOutcome } from "@/lib/contracts/hop-decision.ts";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { HIGH_DEVIATION } from "@/lib/contracts/inspector/runs/run-query.ts";
import { POLICY_WORDS } from "./run-words.ts";

export function DeviationFigure({
  run: { deviation, status },
}: {
  run: Pick<InspectedRun, "deviation" | "status">;
}) {
  if (deviation === null) {
    return (
      <span className="text-xs leading-5 text-faint">{status === "running" ? "–" : "no plan"}</span>
    );
  }
  const figure = deviation.toFixed(2);
  if (deviation === 0) return <span className="text-soft tabular-nums">{figure}</span>;
  return (
    <Chip tone={deviation < HIGH_DEVIATION ? "neutral" : "warn"} className="tabular-nums">
      {deviation >= HIGH_DEVIATION && (
        <TriangleAlert className="size-3" strokeWidth={2} aria-label="High:" />
      )}
      {figure}
    </Chip>
  );
}

export function PolicyChip({ outcome }: { outcome: PolicyOutcome | null }) {
  if (outcome === null) return <span className="text-xs leading-5 text-faint">–</span>;
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
