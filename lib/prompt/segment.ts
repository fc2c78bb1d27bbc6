/** A segment is one typed piece of a prompt. It is masked and built once, and reused in every round of a run. */
import "server-only";
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { joinOrigins, type Origin, UNKNOWN } from "../contracts/model/origin.ts";
import type { ManifestSegment, SegmentKind } from "../contracts/run/prompt-manifest.ts";
import { maskMessages } from "../hidden-state/mask-messages.ts";
import { personalDataMasks } from "../hidden-state/redaction/redact-personal-data.ts";
import type { ModelMessage } from "../llm/model-types.ts";
import { CLEAN_CONTENTS_MAX } from "./limits.ts";
import type { MessageIn } from "./whose-words.ts";

export type Segment = {
  readonly entry: ManifestSegment;
  readonly messages: readonly ModelMessage[];
  /** Of each message. */
  readonly origins: readonly Origin[];
  /** Of each message what the person typed, where it is not theirs as a whole. It is only compared with, never sent. */
  readonly typed: readonly (string | undefined)[];
};

type SegmentInput<Kind extends SegmentKind> = {
  kind: Kind;
  agentId: string;
  /** Source of the content, e.g. `prompt:general@1`, `exchange:3`, `tool:<call id>`. */
  source: string;
  runId: string | null;
  /** Where the words come from: of all messages, or of each. */
  origin: Origin | readonly Origin[];
  typed?: readonly (string | undefined)[];
  messages: readonly MessageIn<Kind>[];
};

const made = new WeakSet<Segment>();

/** Builds a segment of masked messages, with digest and size, both of the UTF-8 bytes of the messages' JSON. */
export function makeSegment<Kind extends SegmentKind>({
  messages,
  origin,
  typed = [],
  ...of
}: SegmentInput<Kind>): Segment {
  const { content, sha256, bytes } = maskContent<readonly ModelMessage[]>(messages, maskMessages);
  const given = typeof origin === "string" ? messages.map(() => origin) : origin;
  const whole = given.length === messages.length ? given : [...given, UNKNOWN];
  // Where the mask left messages out, none of the rest may count as another one.
  const origins = content.length === whole.length ? whole : content.map(() => joinOrigins(whole));
  const isWhole = content.length === messages.length && typed.length === messages.length;
  const segment = {
    entry: { ...of, origins: [...new Set(whole)].toSorted(), sha256, bytes },
    messages: content,
    origins,
    typed: content.map((_, index) => (isWhole ? typed[index] : undefined)),
  };
  made.add(segment);
  return segment;
}

/** Where the words of a prompt come from. */
export function originsOf(segments: readonly Pick<Segment, "entry">[]): Origin[] {
  return [...new Set(segments.flatMap(({ entry }) => entry.origins ?? [UNKNOWN]))].toSorted();
}

/** True only for segments that `makeSegment` made, so that their texts are masked. */
export function isMasked(segment: Segment): boolean {
  return made.has(segment);
}

/** Digests of contents that hold nothing to mask, each with what is masked. No text is kept. */
const clean = new LRUCache<string, true>({ max: CLEAN_CONTENTS_MAX });

/** Masks a part of a prompt. The digest, which is needed anyway, tells what was searched before. */
export function maskContent<Content>(
  content: Content,
  mask: (given: Content) => Content,
): { content: Content; sha256: string; bytes: number } {
  const given = digest(JSON.stringify(content));
  const masks = JSON.stringify(personalDataMasks());
  if (clean.has(given.sha256 + masks)) return { content, ...given };
  const masked = mask(content);
  const known = masked === content ? given : digest(JSON.stringify(masked));
  clean.set(known.sha256 + masks, true);
  return { content: masked, ...known };
}

/** SHA-256 in lower-case hex and size of a text's UTF-8 bytes. */
function digest(text: string): { sha256: string; bytes: number } {
  return {
    sha256: hash("sha256", text),
    bytes: Buffer.byteLength(text),
  };
}
