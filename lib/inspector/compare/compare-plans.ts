import "server-only";
/** Aligns the active plans of two runs. */
import type { AlignedSteps } from "../../contracts/inspector/compare/run-comparison.ts";
import type { Plan } from "../../contracts/run/plan.ts";
import * as text from "../../messages/inspector-findings.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toInspectedStep } from "../plan/list-revisions.ts";
import { alignItems } from "./align-items.ts";

export function comparePlans(
  left: Plan | null,
  right: Plan | null,
  access: PayloadAccess,
): AlignedSteps {
  const { pairs, counts, isAligned } = alignItems(left?.steps ?? [], right?.steps ?? [], {
    keyOf: ({ type, target, agentId }) => JSON.stringify([type, target, agentId]),
    differs: (one, other) => [
      ...(one.id === other.id ? [] : [text.stepId()]),
      ...(one.objective === other.objective ? [] : [text.objective()]),
      ...(one.expectedArgsSha256 === other.expectedArgsSha256 ? [] : [text.argumentsWord()]),
    ],
  });
  const show = (step: Plan["steps"][number] | null) => step && toInspectedStep(step, access);
  const shown = pairs.map((pair) => ({
    change: pair.change,
    left: show(pair.left),
    right: show(pair.right),
    differs: pair.differs,
  }));
  return { pairs: shown, counts, isAligned };
}
