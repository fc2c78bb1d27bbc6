/** Proves what was sent: the rebuilt segments, adapted as the log says, must have the recorded digest. Pure. */
import "server-only";
import type { CallInspection } from "../../../contracts/inspector/model-calls/call-inspection.ts";
import type { SentPrompt } from "../../../contracts/model/adaptation.ts";
import type { ManifestSegment } from "../../../contracts/run/prompt-manifest.ts";
import { digestPrompt } from "../../../llm/adapt/digest-prompt.ts";
import type { ModelMessage, ModelTool } from "../../../llm/model-types.ts";
import type { Rebuilt } from "../rebuild-segment.ts";

/** @param rebuilt of each segment, in order */
export function proveSent(
  sent: SentPrompt | undefined,
  segments: readonly ManifestSegment[],
  rebuilt: readonly Rebuilt[],
): CallInspection["sent"] {
  if (!sent) return null;
  const messages: ModelMessage[] = [];
  const tools: ModelTool[] = [];
  for (const [index, segment] of rebuilt.entries()) {
    if (!segment.ok) return { ...sent, proof: "not-rebuilt" };
    // An exact segment has the bytes that were sent, so it has their shape.
    if (segments[index]?.kind === "tool-schemas") tools.push(...(segment.content as ModelTool[]));
    else messages.push(...(segment.content as ModelMessage[]));
  }
  const isExact = digestPrompt(messages, tools, sent.adaptations) === sent.sha256;
  return { ...sent, proof: isExact ? "exact" : "differs" };
}
