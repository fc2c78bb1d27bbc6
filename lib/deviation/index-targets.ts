/** Finds the steps that a record without a step id may belong to, without walking the plan. */
import type { ExecutionRecord, PlanStep, StepType } from "./payload-schemas.ts";
import { nodeOf, splitTool, typeOf } from "./step-target.ts";

type Steps = { count: number; first: number };
/** Steps with one tool: in all, and by node (`undefined`: the plan leaves the node open). */
type Nodes = { all: Steps; byNode: Map<string | undefined, Steps> };
type Tools = Map<string | undefined, Nodes>;
/** By tool as written, and by its name whatever the version. */
type Index = Map<StepType, { written: Tools; named: Tools }>;
/** `step` is the place in the plan of the only step with this type and target. */
export type TargetMatch = { count: number; step: number | null };

const NO_MATCH: TargetMatch = { count: 0, step: null };

function countStep(
  tools: Tools,
  tool: string | undefined,
  node: string | undefined,
  place: number,
) {
  const nodes = tools.get(tool);
  if (!nodes) {
    const byNode = new Map([[node, { count: 1, first: place }]]);
    tools.set(tool, { all: { count: 1, first: place }, byNode });
    return;
  }
  nodes.all.count++;
  const steps = nodes.byNode.get(node);
  if (steps) steps.count++;
  else nodes.byNode.set(node, { count: 1, first: place });
}

function indexSteps(steps: readonly PlanStep[]): Index {
  const index: Index = new Map();
  for (const [place, { type, target_tool: tool, target_node_id: node }] of steps.entries()) {
    if (tool === undefined && node === undefined) continue;
    const tools = index.get(type) ?? { written: new Map(), named: new Map() };
    index.set(type, tools);
    countStep(tools.written, tool, node, place);
    countStep(tools.named, tool && splitTool(tool).name, node, place);
  }
  return index;
}

function findSteps(index: Index, record: ExecutionRecord): Steps[] {
  const tools = index.get(typeOf(record));
  if (!tools) return [];
  const { tool_invoked: tool } = record;
  const target = tool === undefined ? null : splitTool(tool);
  // A versioned call fits a step with that version or with none; an unversioned one fits any version.
  const fitting = target?.version
    ? [tools.written.get(tool), tools.written.get(target.name)]
    : [tools.named.get(tool)];
  const node = nodeOf(record);
  return fitting.flatMap((nodes) => {
    if (!nodes) return [];
    if (node === undefined) return nodes.all;
    return [nodes.byNode.get(node) ?? [], nodes.byNode.get(undefined) ?? []].flat();
  });
}

/**
 * Looks up how many steps have a record's type and target. Each look-up takes constant time; the first
 * one builds the index, which a run whose records all carry step ids never needs.
 */
export function indexTargets(steps: readonly PlanStep[]): (record: ExecutionRecord) => TargetMatch {
  let index: Index | undefined;
  return (record) => {
    if (record.tool_invoked === undefined && nodeOf(record) === undefined) return NO_MATCH;
    index ??= indexSteps(steps);
    const found = findSteps(index, record);
    const count = found.reduce((sum, each) => sum + each.count, 0);
    return { count, step: count === 1 ? (found[0]?.first ?? null) : null };
  };
}
