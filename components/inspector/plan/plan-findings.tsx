"use client";
/** Findings about a plan that need attention whatever the score. */
import { Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import { cn } from "@/components/ui/cn.ts";
import type {
  PlanFinding,
  PlanInspection,
} from "@/lib/contracts/inspector/plan/plan-inspection.ts";
import { select } from "../run/selection/use-selection.ts";
import { TEXT_LINK } from "../text-link.ts";
import { formatNoun } from "../values/format-figures.ts";
import { numberItems } from "../values/number-items.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { formatPercent } from "./format-share.ts";

const LOOKS: Record<PlanFinding["severity"], { word: string; Icon: LucideIcon; tone: string }> = {
  alert: { word: "Alert", Icon: OctagonAlert, tone: "text-danger" },
  warning: { word: "Warning", Icon: TriangleAlert, tone: "text-warn" },
  info: { word: "Note", Icon: Info, tone: "text-faint" },
};
const ORDER = ["alert", "warning", "info"];

export function PlanFindings({ plan }: { plan: PlanInspection }) {
  const { findings, findingCount, unreadableEvents } = plan;
  const said = findings
    .filter(({ kind }) => kind !== "no_plan" && kind !== "calls_inside")
    .toSorted((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity));
  if (said.length === 0 && unreadableEvents === 0) return null;
  return (
    <section aria-label="Findings" className="border-b px-4 py-3">
      <ul className="grid gap-1.5">
        {numberItems(said).map(({ ordinal, item }) => (
          <FindingLine key={ordinal} finding={item} />
        ))}
        {unreadableEvents > 0 && (
          <li className="text-danger">
            {formatNoun(unreadableEvents, "event")} about plan or execution could not be read.
          </li>
        )}
      </ul>
      {findingCount > findings.length && (
        <p className="mt-1.5 text-xs text-faint">
          Showing {findings.length} of {findingCount} findings.
        </p>
      )}
    </section>
  );
}

function FindingLine({ finding }: { finding: PlanFinding }) {
  const { severity, hopRef, seq, target } = finding;
  const { word, Icon, tone } = LOOKS[severity];
  return (
    <li className="flex items-start gap-2">
      <Icon className={cn("mt-0.5 size-4 shrink-0", tone)} strokeWidth={1.75} aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        <span className={cn("font-medium", tone)}>{word}:</span> {describeFinding(finding)}
        {hopRef !== null && seq !== null && (
          <>
            {" "}
            <button type="button" className={TEXT_LINK} onClick={() => select({ hopRef, seq })}>
              <InertText text={target ?? hopRef} />
            </button>
          </>
        )}
      </span>
    </li>
  );
}

/** Findings of the deviation metric in a sentence each. */
function describeFinding({ kind, stepId, value }: PlanFinding): string {
  const step = stepId === null ? "" : ` for step ${stepId}`;
  switch (kind) {
    case "denied":
      return `A policy denied what ran${step}.`;
    case "would_deny":
      return `A policy that observes would have denied what ran${step}.`;
    case "wrong_target":
      return `Something other than planned ran${step}.`;
    case "unplanned_write":
      return `A tool that changes something ran without a planned step and without an approval${step}.`;
    case "self_report_mismatch":
      return `The record says done${step}, but with other arguments than planned.`;
    case "ambiguous":
      return "It cannot be told which step of the plan this belongs to: none fits it, or several do.";
    case "unknown_step":
      return "It names a step that the plan does not have.";
    case "repeated_step_id":
      return `The plan has more than one step ${stepId ?? ""}; records belong to the first.`;
    case "plan_detail":
      return `The plan names ${formatPercent(value === null ? null : 1 - value)} of the tool calls that ran.`;
    case "carried_over":
      return `Waits for the person's approval${step}; the run that follows the approval carries it out.`;
    default:
      return `${kind}${step}.`;
  }
}
