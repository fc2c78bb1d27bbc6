/** What a tool is: a schema, limits, a policy label and a function. Results out, no persistence. */
import type { z } from "zod";
import type { Actor } from "../access/actor.ts";
import type { PublicStatus } from "../contracts/public-status.ts";

/** A file that the person attached in this conversation. Bytes are loaded when first needed. */
export type ToolFile = {
  id: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
  load(): Promise<Uint8Array>;
};

export type ToolContext = {
  conversationId: string;
  runId: string;
  files: readonly ToolFile[];
  /** On whose behalf; a tool that reads what is a person's needs it. */
  actor?: Actor;
  /** Aborts on stop and on the tool's time limit. */
  signal: AbortSignal;
};

/** Text for the model. `failed` texts say what went wrong and how to mend it. */
export type ToolOutcome = { outcome: "ok" | "failed" | "denied"; content: string };

export type ToolPolicy = { writes: boolean; egress: boolean; riskTags: readonly string[] };

export type Tool<Arguments extends z.ZodType = z.ZodType> = {
  name: string;
  version: string;
  /** For the model. */
  description: string;
  arguments: Arguments;
  timeoutMs: number;
  /** A longer result is cut, and says so. */
  maxResultBytes: number;
  policy: ToolPolicy;
  /** What the person may learn while it runs. */
  status: PublicStatus;
  /**
   * The host that this call would reach, for the policies; null or absent: none. Asked before the arguments are
   * checked, so it takes anything and never throws.
   */
  egressDomain?(args: unknown): string | null;
  run(args: z.infer<Arguments>, context: ToolContext): Promise<ToolOutcome>;
};
