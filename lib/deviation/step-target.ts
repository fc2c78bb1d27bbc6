/** Which target a step means and a record hit, and whether they are the same. */
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

/** True where tool name, tool version or node differ. What either side leaves open does not differ. */
export function isWrongTarget(step: PlanStep, record: ExecutionRecord): boolean {
  const { target_tool: tool, target_node_id: node } = step;
  const hitNode = nodeOf(record);
  if (tool && record.tool_invoked && isOtherTool(tool, record.tool_invoked)) return true;
  return node !== undefined && hitNode !== undefined && node !== hitNode;
}
