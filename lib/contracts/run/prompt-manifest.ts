/** The content of one model call: a list of typed segments by digest and size, without text. */
import * as z from "zod/mini";
import { Trust } from "../model/origin.ts";

export const SegmentKind = z.enum([
  "system-prompt",
  "own-instructions",
  "tool-schemas",
  "current-input",
  "attachment-reference",
  "attachment-content",
  "tool-history",
  "run-scratchpad",
  "context-state",
  "structured-facts",
  "shared-context",
  "step-result",
  "rebuilt-conversation",
  "visible-turn",
  "judged-turn",
]);
export type SegmentKind = z.infer<typeof SegmentKind>;

export const ManifestSegment = z.strictObject({
  kind: SegmentKind,
  agentId: z.string(),
  /** Where it came from: `prompt:general@1`, `exchange:3`, `attachment:<id>`, `tool:<call id>`. */
  source: z.string(),
  runId: z.nullable(z.string()),
  /** Where its words come from, see `Origin`. Absent: a call from before origins were kept, which counts as the least trusted. */
  origins: z.optional(z.array(z.string())),
  /** Lower-case hex SHA-256 of the UTF-8 bytes that entered the call, without the marks around data. */
  sha256: z.string(),
  bytes: z.int().check(z.nonnegative()),
});
export type ManifestSegment = z.infer<typeof ManifestSegment>;

export const PromptManifest = z.strictObject({
  version: z.literal(1),
  agentId: z.string(),
  memoryPolicy: z.enum([
    "tool-history",
    "remote-conversation",
    "context-state",
    "visible-turns",
    "judged-turns",
  ]),
  segments: z.array(ManifestSegment),
  /** What stands around data in this call, see `marked-data.ts`. Absent: a call from before there were marks. */
  mark: z.optional(z.string()),
  /** The lowest of the origins in this call, which what it wrote inherits. Absent as they are. */
  trust: z.optional(Trust),
  /** SHA-256 over the canonical JSON of the messages and tools sent. */
  promptSha256: z.string(),
  bytes: z.int().check(z.nonnegative()),
});
export type PromptManifest = z.infer<typeof PromptManifest>;
