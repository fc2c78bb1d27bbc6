/** Findings about a plan that need attention regardless of the score. */
"use client";
import { Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import { cn } from "@/components/ui/cn.ts";
import type { PlanFinding, PlanInspection } from "@/lib/contracts/inspector/run/plan-inspection.ts";
import * as texts from "@/lib/messages/inspector-plan.ts";
import { select } from "../run/selection/use-selection.ts";
import { TEXT_LINK } from "../text-link.ts";
import { amountOf, formatPercent, numberItems } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";

const LOOKS: Record<PlanFinding["severity"], { word: string; Icon: LucideIcon; tone: string }> = {
  alert: { word: texts.alert(), Icon: OctagonAlert, tone: "text-danger" },
  warning: { word: texts.warning(), Icon: TriangleAlert, tone: "text-warn" },
  info: { word: texts.note(), Icon: Info, tone: "text-faint" },
};
const ORDER = ["alert", "warning", "info"];

export function PlanFindings({ plan }: { plan: PlanInspection }) {
  const { findings, findingCount, unreadableEvents } = plan;
  const said = findings
    .filter(({ kind }) => kind !== "no_plan" && kind !== "calls_inside")
    .toSorted((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity));
  if (said.length === 0 && unreadableEvents === 0) return null;
  return (
    <section aria-label={texts.findings()} className="border-b px-4 py-3">
      <ul className="grid gap-1.5">
        {groupFindings(said).map((like) => (
          <FindingLine key={like[0].kind} like={like} />
        ))}
        {unreadableEvents > 0 && (
          <li className="text-danger">
            {texts.aboutPlanOrExecutionCouldNot(amountOf(unreadableEvents))}
          </li>
        )}
      </ul>
      {findingCount > findings.length && (
        <p className="mt-1.5 text-xs text-faint">
          {texts.showingOfFindings({ shown: findings.length, total: findingCount })}
        </p>
      )}
    </section>
  );
}

/** How many of like findings are linked, each to its record. */
const LINKED_MAX = 6;

/** Like findings are one, with a count. */
function FindingLine({ like }: { like: LikeFindings }) {
  const [first] = like;
  const { word, Icon, tone } = LOOKS[first.severity];
  const about = like.length === 1 ? first : { ...first, stepId: null };
  const linked = like.slice(0, LINKED_MAX);
  return (
    <li className="flex items-start gap-2">
      <Icon className={cn("mt-0.5 size-4 shrink-0", tone)} strokeWidth={1.75} aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        <span className={cn("font-medium", tone)}>{word}:</span> {describeFinding(about)}
        {like.length > 1 && ` ${texts.times({ times: like.length })}`}
        {numberItems(linked).map(({ ordinal, item }) => (
          <FindingTarget key={ordinal} finding={item} />
        ))}
        {like.length > linked.length && ` ${texts.andMore({ more: like.length - linked.length })}`}
      </span>
    </li>
  );
}

function FindingTarget({ finding: { hopRef, seq, target } }: { finding: PlanFinding }) {
  if (hopRef === null || seq === null) return null;
  return (
    <>
      {" "}
      <button type="button" className={TEXT_LINK} onClick={() => select({ hopRef, seq })}>
        <InertText text={target ?? hopRef} />
      </button>
    </>
  );
}

/** Each finding of the deviation metric as a sentence. */
function describeFinding({ kind, stepId, value }: PlanFinding): string {
  const sentence = (alone: () => string, forStep: (step: { stepId: string }) => string) =>
    stepId === null ? alone() : forStep({ stepId });
  switch (kind) {
    case "denied":
      return sentence(texts.aPolicyDeniedWhatRan, texts.aPolicyDeniedWhatRanForStep);
    case "would_deny":
      return sentence(
        texts.aPolicyThatObservesWouldHave,
        texts.aPolicyThatObservesWouldHaveForStep,
      );
    case "needs_approval":
      return sentence(
        texts.aCallWasLeftForThePersonsApproval,
        texts.aCallWasLeftForThePersonsApprovalForStep,
      );
    case "wrong_target":
      return sentence(
        texts.somethingOtherThanPlannedRan,
        texts.somethingOtherThanPlannedRanForStep,
      );
    case "unplanned_write":
      return sentence(
        texts.aToolThatChangesSomethingRan,
        texts.aToolThatChangesSomethingRanForStep,
      );
    case "self_report_mismatch":
      return sentence(texts.theRecordSaysDoneButWith, texts.theRecordSaysDoneButWithForStep);
    case "unplanned":
      return texts.noStepOfThePlanFits();
    case "ambiguous":
      return texts.itCannotBeToldWhichStep();
    case "unknown_step":
      return texts.itNamesAStepThatThe();
    case "repeated_step_id":
      return texts.repeatedStep({ stepId: stepId ?? "" });
    case "unknown_version":
      return value === null
        ? texts.unknownVersionUnnamed()
        : texts.unknownVersion({ version: value });
    case "plan_detail":
      return texts.thePlanNamesOfTheTool({
        value: formatPercent(value === null ? null : 1 - value),
      });
    case "carried_over":
      return sentence(
        texts.waitsForThePersonsApprovalThe,
        texts.waitsForThePersonsApprovalTheForStep,
      );
    default:
      return stepId === null
        ? texts.otherFinding({ kind })
        : texts.otherFindingForStep({ kind, stepId });
  }
}

/** Findings of one kind, in their order. */
type LikeFindings = readonly [PlanFinding, ...PlanFinding[]];

/**
 * Like findings together. Pure.
 * In the order of the first of each kind.
 */
export function groupFindings(findings: readonly PlanFinding[]): LikeFindings[] {
  const groups = new Map<string, [PlanFinding, ...PlanFinding[]]>();
  for (const finding of findings) {
    const like = groups.get(finding.kind);
    if (like) like.push(finding);
    else groups.set(finding.kind, [finding]);
  }
  return [...groups.values()];
}
