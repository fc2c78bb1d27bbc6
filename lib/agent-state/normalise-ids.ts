/** Ids that are safe in a header: nothing in them can split one. */
import { AgentStateError } from "./agent-state-error.ts";

const NODE_ID_MAX_CHARS = 80;
const REF_MAX_CHARS = 120;

function requireText(header: string, value: unknown): string {
  if (typeof value !== "string") throw new AgentStateError(header, "not a text");
  return value.trim();
}

/**
 * Trimmed, lower-cased, `[^a-z0-9-]+` becomes `-`, runs of `-` collapse, edge `-` go, at most 80.
 * @throws AgentStateError where nothing is left, or it is no text
 */
export function normaliseNodeId(value: unknown, header: string): string {
  const nodeId = requireText(header, value)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, NODE_ID_MAX_CHARS)
    .replace(/-$/, "");
  if (nodeId === "") throw new AgentStateError(header, "the node id is empty");
  return nodeId;
}

/**
 * A run id or a hop reference: trimmed, `[^A-Za-z0-9._:-]+` becomes `_`, at most 120.
 * @throws AgentStateError where nothing is left, or it is no text
 */
export function normaliseRef(value: unknown, header: string): string {
  const ref = requireText(header, value)
    .replace(/[^A-Za-z0-9._:-]+/g, "_")
    .slice(0, REF_MAX_CHARS);
  if (ref === "") throw new AgentStateError(header, "the reference is empty");
  return ref;
}
