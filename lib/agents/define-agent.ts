/** An agent's descriptor: its identity, its memory and its tools. Any server room may read it. */
import "server-only";
import type { AppliedDelta, RefusedDelta } from "../context-state/apply-delta.ts";
import type { Checked } from "../context-state/context-schema.ts";
import type { StoredDelta } from "../context-state/replay-deltas.ts";
import type { PublicFact } from "../contracts/public/conversation.ts";
import type { PromptManifest } from "../contracts/run/prompt-manifest.ts";
import type { DecodedState, Unreadable } from "../hidden-state/decode-stored-state.ts";
import type { ImplementAgent } from "./agent.ts";

export type MemoryPolicy = Exclude<PromptManifest["memoryPolicy"], "visible-turns">;
export type ContextValue = Record<string, unknown>;

export type AgentDescriptor = {
  /** Lower-case letters, digits and hyphens. Stored with runs, hops, states and policies: never change it. */
  readonly id: string;
  /** The name that operators see. */
  readonly name: string;
  /** The agent's purpose in one sentence, for the planning prompt. */
  readonly description: string;
  readonly memory: MemoryPolicy;
  /** Instructions by version. The newest is in force; older ones show what earlier calls were sent. */
  readonly prompts: Readonly<Record<number, string>>;
  /** The tools that a plan may list for this agent; `deployment`: the tools that the settings turn on. */
  readonly tools: readonly ToolName[] | "deployment";
  readonly state: StateDeclaration;
  /** Example messages for this agent, for the planning prompt. */
  readonly examples: readonly string[];
  /** True for the one agent that receives messages that fit no other. */
  readonly isFallback?: true;
  /** Facts that the person may read and correct beside the conversation. Only with `context-state`. */
  readonly facts?: FactDeclaration;
  /** Loads the code that runs it. Lazy, so that reading a descriptor does not load an agent. */
  load(): Promise<ImplementAgent>;
};

export type ToolName = { readonly name: string; readonly version: string };

export type StateDeclaration = {
  /** `name@version`. A context state contains it; the other forms are recognised by their shape. */
  readonly schema: string;
  /** Decodes a stored state. Never throws. */
  decode(value: unknown): DecodedState | Unreadable;
  /** The texts by which a prompt may render this context state. Empty for other policies and for invalid states. */
  project(context: unknown): readonly string[];
  /** State size in bytes that the sources expect after this many tool calls; null if they give no figure. */
  expectBytes(calls: number): number | null;
  /** The context state's rules; null for the other policies. */
  readonly context: DeclaredContext | null;
};

export type DeclaredContext = {
  readonly empty: ContextValue;
  check(context: unknown): Checked<ContextValue>;
  /** The keys of a delta that its schema does not know, each as the path of names that leads to it. */
  unknownKeys(delta: unknown): readonly (readonly string[])[];
  /**
   * Applies recorded deltas in order. @returns every intermediate state, up to the first delta that cannot be applied
   */
  replay(deltas: readonly StoredDelta[]): ContextValue[];
};

export type FactDeclaration = {
  /** @param context the stored value; an invalid one yields no facts */
  list(context: unknown): PublicFact[];
  /** The delta that replaces one fact, and its result; null if the path names no fact. */
  correct(context: unknown, path: string, value: string): FactCorrection | null;
  /** A document made from the context, with the corrected fact in it. Unchanged where it does not hold the fact. */
  revise?(document: string, context: unknown, path: string, value: string): string;
};

type FactCorrection = {
  delta: unknown;
  applied: AppliedDelta<ContextValue> | RefusedDelta;
};

const ID = /^[a-z][a-z0-9-]{0,39}$/;

/** @throws Error if the declaration contradicts itself */
export function defineAgent(descriptor: AgentDescriptor): AgentDescriptor {
  const { id, memory, state, facts, examples } = descriptor;
  const refuse = (why: string) => new Error(`agent "${id}": ${why}`);
  if (!ID.test(id)) throw refuse("the id is not lower-case letters, digits and hyphens");
  if (id === "coordinator") throw refuse("the coordinator has this id");
  const hasContext = state.context !== null;
  if (hasContext !== (memory === "context-state")) {
    throw refuse(`a state with${hasContext ? "" : "out"} a context is not for ${memory}`);
  }
  if (examples.some((example) => /[|\n]/.test(example))) {
    throw refuse("an example holds a bar or a line break");
  }
  if (facts && !hasContext) throw refuse("facts need a context state");
  return Object.freeze(descriptor);
}
