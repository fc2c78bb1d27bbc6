/** Links records to steps. Deterministic, in the order of the run log. */

import type { ExecutionRecord, PlanStep } from "./payload-schemas.ts";
import { indexTargets, nodeOf } from "./step-target.ts";

export type PlacedRecord = { record: ExecutionRecord; index: number };
/** The records of one step. `inside`: tool calls of the step's agent that the plan does not detail. */
export type Group = { step: number; attempts: PlacedRecord[]; inside: PlacedRecord[] };
/** `unplanned`: no step fits it; `ambiguous`: several do; `unknown_step`: it names a step that the plan does not have. */
export type UnlinkedRecord = PlacedRecord & { reason: "unplanned" | "ambiguous" | "unknown_step" };
export type Linked = {
  /** In the order of their first records. */
  groups: Group[];
  /** The same groups, by index of the step in the plan. */
  byStep: (Group | undefined)[];
  unlinked: UnlinkedRecord[];
  /** Ids that occur more than once; records are linked to the first step. */
  repeatedIds: string[];
};

/** A step by its index in the plan; `inside`: a call of that step's agent. */
type Place = number | { inside: number } | UnlinkedRecord["reason"];

/** Returns a function that finds the step of a record. Adds repeated ids to `repeatedIds`. */
function makePlacer(
  steps: readonly PlanStep[],
  repeatedIds: string[],
): (record: ExecutionRecord) => Place {
  const byId = new Map<string, number>();
  const agentSteps = new Map<string, number>();
  const detailedAgents = new Set<string>();
  const findTarget = indexTargets(steps);
  for (const [place, { id, type, target_node_id: node }] of steps.entries()) {
    if (byId.has(id)) repeatedIds.push(id);
    else byId.set(id, place);
    if (node === undefined) continue;
    if (type === "tool") detailedAgents.add(node);
    if (type === "agent" && !agentSteps.has(node)) agentSteps.set(node, place);
  }
  const byTarget = (record: ExecutionRecord): Place => {
    const match = findTarget(record);
    if (match.step !== null) return match.step;
    const agent = nodeOf(record);
    const below = agent === undefined ? undefined : agentSteps.get(agent);
    if (match.count > 0) return "ambiguous";
    const isInside = record.tool_invoked !== undefined && below !== undefined;
    return isInside && !detailedAgents.has(agent ?? "") ? { inside: below } : "unplanned";
  };
  return (record) => {
    if (record.plan_step_id === undefined) return byTarget(record);
    const place = byId.get(record.plan_step_id);
    const step = place === undefined ? undefined : steps[place];
    if (place === undefined || !step) return "unknown_step";
    const agent = step.target_node_id;
    const caller = nodeOf(record);
    const isBelow =
      step.type === "agent" &&
      record.tool_invoked !== undefined &&
      step.target_tool === undefined &&
      (agent === undefined || caller === undefined || caller === agent);
    if (!isBelow) return place;
    return detailedAgents.has(agent ?? caller ?? "") ? byTarget(record) : { inside: place };
  };
}

/** Groups records by step. A record that matches no step, or several, is unlinked with a reason. */
export function linkRecords(
  steps: readonly PlanStep[],
  records: readonly ExecutionRecord[],
): Linked {
  const repeatedIds: string[] = [];
  const findPlace = makePlacer(steps, repeatedIds);
  const groups: Group[] = [];
  const byStep: (Group | undefined)[] = Array.from({ length: steps.length });
  const unlinked: UnlinkedRecord[] = [];
  const groupOf = (step: number): Group => {
    const known = byStep[step];
    if (known) return known;
    const group: Group = { step, attempts: [], inside: [] };
    groups.push(group);
    byStep[step] = group;
    return group;
  };
  for (const [index, record] of records.entries()) {
    const place = findPlace(record);
    if (typeof place === "number") groupOf(place).attempts.push({ record, index });
    else if (typeof place === "object") groupOf(place.inside).inside.push({ record, index });
    else unlinked.push({ record, index, reason: place });
  }
  return { groups, byStep, unlinked, repeatedIds };
}
