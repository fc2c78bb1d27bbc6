/** A segment is one typed piece of a prompt. It is built once and reused in every round of a run. */
import "server-only";
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
  /** Source of the content, e.g. `prompt:general@1`, `exchange:3`, `tool:<call id>`. */
  source: string;
  runId: string | null;
  messages: readonly ModelMessage[];
};

/** Builds a segment with digest and size, both of the UTF-8 bytes of the messages' JSON. */
export function makeSegment({ messages, ...origin }: SegmentInput): Segment {
  return { entry: { ...origin, ...digest(JSON.stringify(messages)) }, messages };
}

/** SHA-256 in lower-case hex and size of a text's UTF-8 bytes. */
export function digest(text: string): { sha256: string; bytes: number } {
  return {
    sha256: hash("sha256", text),
    bytes: Buffer.byteLength(text),
  };
}
