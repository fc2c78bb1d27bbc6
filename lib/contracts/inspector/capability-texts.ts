/** What capabilities are called, and what the product does where a server lacks them, for pages and for a shell. */
import * as text from "../../messages/inspector-models.ts";
import type { CapabilityFinding, CapabilityName } from "../model/capability.ts";

type CapabilityText = {
  name: () => string;
  /** Null where nothing has to be done. */
  without: (() => string) | null;
};

export const CAPABILITY_TEXTS: Record<CapabilityName, CapabilityText> = {
  streaming: { name: text.streaming, without: text.withoutStreaming },
  "usage-in-stream": { name: text.usageInStream, without: text.withoutUsageInStream },
  tools: { name: text.tools, without: text.withoutTools },
  "native-tools": { name: text.nativeTools, without: text.withoutNativeTools },
  "parallel-tools": { name: text.parallelTools, without: text.withoutParallelTools },
  "json-schema": { name: text.jsonSchema, without: text.withoutJsonSchema },
  "strict-schema": { name: text.strictSchema, without: text.withoutStrictSchema },
  "json-object": { name: text.jsonObject, without: text.withoutJsonObject },
  "forced-tool-call": { name: text.forcedToolCall, without: text.withoutForcedToolCall },
  "system-role": { name: text.systemRole, without: text.withoutSystemRole },
  "developer-role": { name: text.developerRole, without: null },
  "second-system-message": {
    name: text.secondSystemMessage,
    without: text.withoutSecondSystemMessage,
  },
  "same-role-turns": { name: text.sameRoleTurns, without: text.withoutSameRoleTurns },
  "empty-content": { name: text.emptyContent, without: text.withoutEmptyContent },
  "opens-in-reasoning": { name: text.opensInReasoning, without: null },
  "returned-parts": { name: text.returnedParts, without: text.withoutReturnedParts },
  "kept-parts": { name: text.keptParts, without: text.withoutKeptParts },
  "bare-calls": { name: text.bareCalls, without: text.withoutBareCalls },
  images: { name: text.images, without: text.withoutImages },
  embeddings: { name: text.embeddings, without: text.withoutEmbeddings },
  "max-output-tokens": { name: text.maxOutputTokens, without: null },
};

/** "Not known" stands only where nothing was asked. */
export function describeFinding(finding: CapabilityFinding | null, wasAsked: boolean): string {
  if (!finding) return wasAsked ? text.unclear() : text.notKnown();
  if (finding.value !== null) return text.upTo({ value: String(finding.value) });
  return finding.holds ? text.can() : text.cannot();
}

/** What is done about a lack; empty where there is none. */
export function describeLack(name: CapabilityName, finding: CapabilityFinding | null): string {
  return finding?.holds === false ? (CAPABILITY_TEXTS[name].without?.() ?? "") : "";
}
