/** Leaves out of a prompt the oldest that is remembered, until it fits the context that the model is served with. */
import "server-only";
import { contextRoomOf, estimatePrompt } from "../llm/connections/agent-connection.ts";
import type { ModelTool } from "../llm/model-types.ts";
import type { Segment } from "./segment.ts";

/** Memory that a prompt can do without; the oldest first. */
export const PRUNABLE: ReadonlySet<string> = new Set(["tool-history", "rebuilt-conversation"]);

type Prompt = {
  /** The id of the connection that is asked. */
  connection: string | null;
  segments: readonly Segment[];
  tools: readonly ModelTool[];
};

/** @returns the segments that are left, and "2 of 5"; null where nothing has to be left out, or nothing can be */
export function fitContext({ connection, segments, tools }: Prompt) {
  const room = contextRoomOf(connection);
  if (room === null) return null;
  const sizes = new Map(segments.map((each) => [each, estimatePrompt(each.messages, [])]));
  const old = segments.filter(({ entry }) => PRUNABLE.has(entry.kind));
  let size = estimatePrompt([], tools) + [...sizes.values()].reduce((sum, each) => sum + each, 0);
  const dropped = new Set<Segment>();
  for (const segment of old) {
    if (size <= room) break;
    dropped.add(segment);
    size -= sizes.get(segment) ?? 0;
  }
  if (dropped.size === 0) return null;
  const left = segments.filter((segment) => !dropped.has(segment));
  return { left, detail: `${dropped.size} of ${old.length}` };
}
