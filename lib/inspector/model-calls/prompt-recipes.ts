/** The inspector's port to the code that makes prompts. It is passed in, because operators' pages import no agent. */
import "server-only";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import type { CoordinatorContext } from "../../context-state/coordinator-context.ts";
import type { PromptManifest, SegmentKind } from "../../contracts/run/prompt-manifest.ts";
import type { ModelMessage } from "../../llm/model-types.ts";

type StepResult = { stepId: string; agentId: string; text: string };

export type PromptRecipes = {
  /** The agents, for decoding and showing their states. */
  registry: AgentRegistry;
  /** The prompts of this build with this deployment's instructions, by a segment's source. */
  systemPrompts: Readonly<Record<string, readonly string[]>>;
  /** A system prompt with the day of its run. */
  dated(prompt: string, runId: string): string;
  /** A person's own instructions as prompts have them. */
  instructions(text: string): string;
  /** The current tools by agent. */
  toolSchemas: Readonly<Record<string, readonly unknown[]>>;
  /** Whether the words of a kind stand between marks. */
  isData(kind: SegmentKind): boolean;
  /** A segment's messages as a call with this mark was sent them. */
  asSent(
    kind: SegmentKind,
    messages: readonly ModelMessage[],
    mark: string | undefined,
  ): readonly ModelMessage[];
  /** The names of a message's files as the planning call has them. */
  attached(names: readonly string[]): string;
  allows(policy: PromptManifest["memoryPolicy"], kind: SegmentKind): boolean;
  /** Every possible text of an agent's current input. */
  inputs(given: {
    text: string;
    input: { objective: string; results: readonly StepResult[] } | null;
    files: readonly { id: string; name: string; url: string }[];
  }): string[];
  /** A step's result as later agents may have read it. */
  stepResults(result: StepResult): string[];
  /** A tool's result as prompts have it, with the numbers of its sources. */
  numbered(content: string, numbers: readonly number[]): string;
  sharedMessages(agentId: string, shared: CoordinatorContext["shared_context"]): readonly unknown[];
  /** The reply to an invalid plan. */
  repair(text: string, reason: string): readonly unknown[];
  /** A picture as prompts have it. */
  picture(picture: { name: string; mediaType: string; data: Uint8Array }): readonly unknown[];
  /** The answer so far and the request for its rest. */
  soFar(text: string): readonly unknown[];
  /** What the composing call is told about the wishes that were given up. */
  undone(what: readonly string[]): string;
};
