/** The target of a step and of a record, whether they are the same, and the search for the steps of a record. */
import type { ExecutionRecord, PlanStep, StepType } from "./payload-schemas.ts";

/** `@scope/name@1.0` is `@scope/name`, version `1.0`. */
export function splitTool(tool: string): { name: string; version: string | null } {
  const at = tool.lastIndexOf("@");
  return at > 0
    ? { name: tool.slice(0, at), version: tool.slice(at + 1) }
    : { name: tool, version: null };
}

export function nodeOf(record: ExecutionRecord): string | undefined {
  return record.metadata?.node_id;
}

export function typeOf(record: ExecutionRecord): StepType {
  if (record.metadata?.type) return record.metadata.type;
  if (record.tool_invoked) return "tool";
  return nodeOf(record) ? "agent" : "action";
}

function isOtherTool(planned: string, invoked: string): boolean {
  if (planned === invoked) return false;
  const meant = splitTool(planned);
  const hit = splitTool(invoked);
  const isOtherVersion =
    meant.version !== null && hit.version !== null && meant.version !== hit.version;
  return meant.name !== hit.name || isOtherVersion;
}

/** True where tool name, tool version or node differ. Fields that either side omits do not differ. */
export function isWrongTarget(step: PlanStep, record: ExecutionRecord): boolean {
  const { target_tool: tool, target_node_id: node } = step;
  const hitNode = nodeOf(record);
  if (tool && record.tool_invoked && isOtherTool(tool, record.tool_invoked)) return true;
  return node !== undefined && hitNode !== undefined && node !== hitNode;
}

type Steps = { count: number; first: number };
/** Steps with one tool: in total, and by node (`undefined`: the plan does not name a node). */
type Nodes = { all: Steps; byNode: Map<string | undefined, Steps> };
type Tools = Map<string | undefined, Nodes>;
/** By tool as written, and by its name without the version. */
type Index = Map<StepType, { written: Tools; named: Tools }>;
/** `step` is the index of the step, if exactly one has this type and target. */
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
  // A versioned call matches a step with the same version or none; an unversioned call matches any version.
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
 * Finds the steps with a record's type and target. Each lookup takes constant time. The first one builds the index,
 * which a run whose records all have step ids does not need.
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
