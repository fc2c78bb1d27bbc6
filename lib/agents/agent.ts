import "server-only";
/** What an agent is: who it is, what it remembers, what it may use. Memory is declared, never improvised. */
import type { MemoryPolicy } from "../prompt/memory-policies.ts";
import type { Tool } from "../tools/tool.ts";

export type Agent = {
  readonly id: string;
  readonly version: number;
  readonly memoryPolicy: MemoryPolicy;
  /** Injected for each call; never stored, never sent to a browser. */
  systemPrompt(): string;
  readonly tools: readonly Tool[];
};
