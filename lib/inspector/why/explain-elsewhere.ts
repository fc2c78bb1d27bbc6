import "server-only";
/** Finds words in text that entered no prompt: unread results and changes of context state. */
import type { WhyFinding } from "../../contracts/inspector/model-calls/call-inspection.ts";
import type { Material } from "../model-calls/rebuild-material.ts";
import { leavesOf, textsOf } from "./list-texts.ts";
import { searchPassages } from "./search-words.ts";

/** @param known findings in segments; a hop with such a finding is not listed again */
export function resultFindings(
  material: Material,
  needle: string,
  known: readonly WhyFinding[],
): WhyFinding[] {
  const shown = new Set(known.map(({ hopRef }) => hopRef));
  return material.of("tool.returned").flatMap(({ body }) => {
    const { hopRef, tool, toolCallId } = body;
    if (shown.has(hopRef)) return [];
    // Inside a service only the service has the result.
    const inService = material.service?.calls.find((call) => call.toolCallId === toolCallId);
    const result = inService?.result ?? body.result;
    const match = searchPassages([{ role: "tool", hopRef, texts: textsOf(result) }], needle);
    if (!match) return [];
    const parent = material.hops.get(material.hops.get(hopRef)?.parentRef ?? "");
    const of = { agentId: parent?.nodeId ?? "", source: `tool:${tool}`, role: "tool", hopRef };
    return [
      { ...of, ...NO_PROMPT, place: "tool-result", matches: match.matches, excerpt: match.excerpt },
    ];
  });
}

/** The changes of this conversation, up to this run, that wrote the words into an agent's context state. */
export function deltaFindings({ stored }: Material, needle: string): WhyFinding[] {
  return stored.deltas.flatMap(({ agentId, ordinal, runId, hopRef, origin, patch }) => {
    const passage = { role: origin, hopRef: null, texts: leavesOf(added(patch)) };
    const match = searchPassages([passage], needle);
    if (!match) return [];
    const isOwn = runId === stored.run.id;
    return [
      {
        ...NO_PROMPT,
        place: "delta",
        agentId,
        source: `delta:${ordinal}`,
        role: origin,
        fromRunId: isOwn ? null : runId,
        hopRef: isOwn ? hopRef : null,
        matches: match.matches,
        excerpt: match.excerpt,
      },
    ];
  });
}

const NO_PROMPT = {
  kind: null,
  fromRunId: null,
  callSeqs: [] as number[],
  callCount: 0,
};

/** The values that a patch writes; paths and tests do not count. */
function added(patch: unknown): unknown[] {
  if (!Array.isArray(patch)) return [];
  return patch.map((step: unknown) => (Object(step) as { value?: unknown }).value);
}
