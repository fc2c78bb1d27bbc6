/** The interface of a tool: a schema, limits, a policy label and a function. Tools return results and store nothing. */
import type { z } from "zod";
import type { Actor } from "../access/actor.ts";
import type { Origin } from "../contracts/model/origin.ts";
import type { PublicStatus } from "../contracts/public/public-status.ts";
import type { EarlierCall, MadeFile } from "../contracts/run/run-work.ts";

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
  /** The person on whose behalf the tool runs. Required by tools that read that person's data. */
  actor?: Actor;
  /** What the call was made of: the lowest that its model had read. Absent: nobody knows. */
  origin?: Origin;
  /** Where a text stands that quotes a foreign one of the call's prompt; null for none. Absent: nobody knows. */
  quotes?(text: string): Origin | null;
  /** The calls of this tool that came before this run on its branch of the conversation. Absent: nobody knows. */
  callsBefore?(): Promise<readonly EarlierCall[]>;
  /** Aborts on stop and on the tool's time limit. */
  signal: AbortSignal;
  /** Around a wait for others, which is not the tool's own time. The person reads that it waits. */
  waits?: { begin(): void; end(): void };
};

/** What a result rests on, as the person may see it. The run gives it its number and its day. */
export type FoundSource =
  /** `address`: any; only one with http or https is shown. */
  | { kind: "page"; title: string; address: string }
  /** `passage` counts from 1; null for the whole file. */
  | { kind: "document"; attachmentId: string; name: string; passage: number | null }
  | { kind: "service"; what: "calculation" | "people" | "connected"; label: string | null };

/**
 * Text for the model. A `failed` text says what is wrong and how to correct it. `sources`: what an answer may cite; where
 * there are several, one for each item of the result, in order.
 */
export type ToolOutcome = {
  outcome: "ok" | "failed" | "denied";
  content: string;
  sources?: readonly FoundSource[];
  /** Kept with the answer, as attachments of the person's. */
  files?: readonly MadeFile[];
};

/**
 * Where the text of a tool's results comes from: a place, or `computed` here out of what the call was made of and of the files
 * that it may read.
 */
type ResultOrigin = "computed" | Origin | ((args: unknown) => Origin);

export type ToolPolicy = {
  writes: boolean;
  egress: boolean;
  riskTags: readonly string[];
  /** What of its calls no answer may repeat word by word. Absent: nothing. */
  hides?: readonly ("arguments" | "result")[];
};

/**
 * What may be remembered of a call where structured memory is forced on the agent (`facts@1`). Both schemas are made of
 * lib/tools/remembered-fields.ts; their output holds the declared fields only.
 */
export type Remembers = {
  arguments?: z.ZodType;
  result?: z.ZodType;
  /** Reads a result that is not JSON. */
  readResult?(content: string): unknown;
};

export type Tool<Arguments extends z.ZodType = z.ZodType> = {
  name: string;
  version: string;
  /** For the model. */
  description: string;
  arguments: Arguments;
  /**
   * `run` takes numbers as they were written, as `ExactNumber` where a double would be written differently. Absent: it takes
   * doubles, and a number that none equals is refused.
   */
  keepsNumbers?: true;
  timeoutMs: number;
  /** A longer result is cut, with a note. */
  maxResultBytes: number;
  policy: ToolPolicy;
  /** Absent: nobody knows, which counts as the least trusted. */
  origin?: ResultOrigin;
  /** A call that writes may be made twice with the same arguments, to the same effect. Others never are. */
  isIdempotent?: true;
  /** What it does is in the turn's memory alone, and lost with its process: a call on record runs again. */
  isReplayed?: true;
  /** Shown to the person while the tool runs. */
  status: PublicStatus;
  /** Absent: the call is remembered by name, outcome and count only. */
  remembers?: Remembers;
  /**
   * The host that this call would reach, for the policies; null or absent where there is none. Called before the
   * arguments are checked, so it accepts any value and never throws.
   */
  egressDomain?(args: unknown): string | null;
  /** The address that this call would open; null or absent where there is none. As `egressDomain`, it accepts any value. */
  opens?(args: unknown): string | null;
  /**
   * Called where the arguments do not fit, so that the tool is not run. `problem` holds no content.
   * @returns the text for the model in place of the usual one; null for the usual one
   */
  onMisfit?(problem: string): string | null;
  run(args: z.infer<Arguments>, context: ToolContext): Promise<ToolOutcome>;
};
