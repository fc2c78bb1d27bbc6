import "server-only";
/** A segment is one typed piece of a prompt. Segments are made once and reused in every round of a run. */
import { hash } from "node:crypto";
import type { ManifestSegment, SegmentKind } from "../contracts/run/prompt-manifest.ts";
import type { ModelMessage } from "../llm/model-types.ts";

export type Segment = {
  readonly entry: ManifestSegment;
  readonly messages: readonly ModelMessage[];
};

type SegmentInput = {
  kind: SegmentKind;
  agentId: string;
  /** Where the content came from, e.g. `prompt:general@1`, `exchange:3`, `tool:<call id>`. */
  source: string;
  runId: string | null;
  messages: readonly ModelMessage[];
};

/** Makes a segment and takes its digest and size, in UTF-8 bytes of the messages' JSON. */
export function makeSegment({ messages, ...origin }: SegmentInput): Segment {
  return { entry: { ...origin, ...digest(JSON.stringify(messages)) }, messages };
}

/** SHA-256 in lower-case hex, and the size, of a text's UTF-8 bytes. */
export function digest(text: string): { sha256: string; bytes: number } {
  return {
    sha256: hash("sha256", text),
    bytes: Buffer.byteLength(text),
  };
}
