/** Tells a run what of a prompt is hidden from its person, and what of it is the person's own. */
import "server-only";
import { sha256Hex } from "../agent-state/canonical-digest.ts";
import type { Glass } from "../contracts/model/glass.ts";
import type { SegmentKind } from "../contracts/run/prompt-manifest.ts";
import { isTask } from "../hidden-state/chat-message.ts";
import type { ModelTool } from "../llm/model-types.ts";
import type { AssembledPrompt } from "./assemble-prompt.ts";
import { undated } from "./dated-prompt.ts";
import type { Segment } from "./segment.ts";

/**
 * Segments in which what has the role of a user is the person's own. The current input is not among them: in a plan it is
 * what the model wrote for the agent. The words of the message are shown by the turn.
 */
const OWN: ReadonlySet<SegmentKind> = new Set([
  "own-instructions",
  "attachment-reference",
  "attachment-content",
  "tool-history",
  "rebuilt-conversation",
]);

/** @param schema of the answer, where the call asks for one */
export function hidePrompt(
  glass: Glass,
  { manifest, tools }: AssembledPrompt,
  segments: readonly Segment[],
  schema?: object,
): void {
  for (const { entry, messages } of segments) {
    for (const message of messages) for (const id of idsIn(message)) glass.hideId("tool-call", id);
    if (entry.kind === "system-prompt")
      glass.hide(entry.source, entry.sha256, () => messages.flatMap(textsOf).map(undated));
    else if (OWN.has(entry.kind))
      for (const message of messages)
        if (message.role === "user" && !isTask(message))
          for (const text of textsOf(message)) glass.show(text);
  }
  const defined = manifest.segments.find(({ kind }) => kind === "tool-schemas");
  if (defined) {
    glass.hide("tool-schemas", defined.sha256, () => tools.flatMap(textsOfTool));
    for (const tool of tools) glass.hideName("tool-schemas", tool.function.name);
  }
  if (schema) {
    const text = JSON.stringify(schema);
    glass.hide("answer-schema", sha256Hex(text), () => [text]);
  }
  if (manifest.mark) glass.hideId("mark", manifest.mark);
}

/** Of the calls that a message asks for. */
function idsIn(message: Segment["messages"][number]): string[] {
  if (message.role !== "assistant") return [];
  return (message.tool_calls ?? []).map(({ id }) => id);
}

function textsOf({ content }: Segment["messages"][number]): string[] {
  if (typeof content === "string") return [content];
  return (content ?? []).flatMap((part) => ("text" in part ? [part.text] : []));
}

function textsOfTool({ function: { description, parameters } }: ModelTool): string[] {
  return [description ?? "", JSON.stringify(parameters)];
}
