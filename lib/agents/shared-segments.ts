import "server-only";
/** What agents may know of each other's turns: three names, where the deployment shares them, and nothing else. */
import { makeSegment, type Segment } from "../prompt/segment.ts";
import type { AgentTask } from "./agent.ts";

/** @returns one segment, or none where nothing is shared or nothing was mentioned */
export function sharedSegments(agentId: string, shared: AgentTask["sharedContext"]): Segment[] {
  const mentioned = Object.entries(shared ?? {}).filter(([, name]) => name !== null);
  if (mentioned.length === 0) return [];
  const content = `Mentioned before: ${JSON.stringify(Object.fromEntries(mentioned))}`;
  const messages = [{ role: "system" as const, content }];
  const source = "state:coordinator";
  return [makeSegment({ kind: "shared-context", agentId, source, runId: null, messages })];
}
