import "server-only";
/**
 * What the inspector needs of the code that makes prompts. It is handed in, because operators' pages import no agent.
 */
import type { AgentRegistry } from "../../agents/create-registry.ts";
import type { CoordinatorContext } from "../../context-state/coordinator-context.ts";
import type { PromptManifest, SegmentKind } from "../../contracts/run/prompt-manifest.ts";
import type { Exchange } from "../../hidden-state/chat-message.ts";

type StepResult = { stepId: string; agentId: string; text: string };

export type PromptRecipes = {
  /** Who the agents are: how their states are decoded and shown. */
  registry: AgentRegistry;
  /** As they are in this build, with this deployment's instructions; by a segment's source. */
  systemPrompts: Readonly<Record<string, readonly string[]>>;
  /** As they are now, by agent. */
  toolSchemas: Readonly<Record<string, readonly unknown[]>>;
  allows(policy: PromptManifest["memoryPolicy"], kind: SegmentKind): boolean;
  /** Everything that an agent may have read as its current input. */
  inputs(given: {
    text: string;
    input: { objective: string; results: readonly StepResult[] } | null;
    files: readonly { id: string; name: string; url: string }[];
  }): string[];
  /** A step's result as the agents after it may have read it. */
  stepResults(result: StepResult): string[];
  sharedMessages(agentId: string, shared: CoordinatorContext["shared_context"]): readonly unknown[];
  facts(exchanges: readonly Exchange[]): string;
  /** What a plan that could not be used was answered with. */
  mend(text: string, reason: string): readonly unknown[];
  /** What the composing call is told of what the person will not get. */
  undone(what: readonly string[]): string;
};
