/**
 * Builds an agent's system prompt from its instructions and the deployment's additions. It is never stored or sent to a
 * browser.
 */
import "server-only";
import { settings } from "../env/settings.ts";
import { datedPrompt } from "../prompt/dated-prompt.ts";
import { makeSegment, type Segment } from "../prompt/segment.ts";
import type { AgentDescriptor } from "./agent.ts";

type Prompted = Pick<AgentDescriptor, "id" | "prompts">;

/** All prompt versions by segment source, `prompt:<agent>@<version>`. */
export function systemPrompts({ id, prompts }: Prompted): Record<string, string> {
  const entries = Object.entries(prompts).map(([version, instructions]) => {
    const text = [instructions, settings().AGENT_INSTRUCTIONS].filter(Boolean).join("\n\n");
    return [`prompt:${id}@${version}`, text] as const;
  });
  return Object.fromEntries(entries);
}

/** The newest version, which is used in new calls. @throws Error for an agent without prompts */
export function systemPromptOf(agent: Prompted): {
  version: number;
  source: string;
  text: string;
} {
  const version = Math.max(0, ...Object.keys(agent.prompts).map(Number));
  const source = `prompt:${agent.id}@${version}`;
  const text = systemPrompts(agent)[source];
  if (text === undefined) throw new Error(`agent "${agent.id}" has no prompt`);
  return { version, source, text };
}

export function systemSegment(agent: Prompted, runId: string): Segment {
  const { source, text } = systemPromptOf(agent);
  return makeSegment({
    kind: "system-prompt",
    agentId: agent.id,
    source,
    runId: null,
    origin: "deployment",
    messages: [{ role: "system", content: datedPrompt(text, runId) }],
  });
}
