/**
 * Rebuilds the segments of a prompt, each the candidate with the recorded digest, and from them what was sent: the messages
 * that a server got in another form stand beside the segments.
 */
import "server-only";
import { createHash } from "node:crypto";
import type { Payload } from "../../contracts/inspector/events/inspected-event.ts";
import type { CallInspection, NotRebuilt } from "../../contracts/inspector/run/call-inspection.ts";
import type { SentPrompt } from "../../contracts/model/adaptation.ts";
import type { ManifestSegment, PromptManifest } from "../../contracts/run/prompt-manifest.ts";
import { MATERIAL_EVENTS_MAX } from "../../db/limits.ts";
import { maskMessages, maskTools } from "../../hidden-state/mask-messages.ts";
import {
  changedMessages,
  digestPrompt,
  listRepairs,
  type Repair,
} from "../../llm/adapt/digest-prompt.ts";
import type { ModelMessage, ModelTool } from "../../llm/model-types.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toDigest, toPayload } from "../to-payload.ts";
import type { PromptRecipes } from "./prompt-recipes.ts";
import { listCandidates } from "./rebuild-candidates.ts";
import type { Candidate, Material, RebuiltCall } from "./rebuild-material.ts";

/** Kinds that are rebuilt from events. */
const LOGGED: ReadonlySet<ManifestSegment["kind"]> = new Set(["run-scratchpad", "step-result"]);

export type Rebuilt =
  /** `content`: messages; for `tool-schemas` the tools. */
  ({ ok: true } & Candidate) | { ok: false; why: NotRebuilt };

export function rebuildSegment(
  entry: ManifestSegment,
  call: RebuiltCall,
  material: Material,
  recipes: PromptRecipes,
): Rebuilt {
  const { candidates, otherwise } = listCandidates(entry, call, material, recipes);
  for (const { content, hops } of candidates) {
    if (isExact(entry, content)) return { ok: true, content, hops };
    // The assembler masks what it is given.
    const masked = maskAs(entry.kind, content);
    if (masked !== content && isExact(entry, masked)) return { ok: true, content: masked, hops };
  }
  // If events were left out, the material may exist, so it is not reported as missing.
  const isCut = material.stored.events.length >= MATERIAL_EVENTS_MAX;
  return { ok: false, why: isCut && LOGGED.has(entry.kind) ? "too-large" : otherwise };
}

function maskAs(
  kind: ManifestSegment["kind"],
  content: Candidate["content"],
): Candidate["content"] {
  return kind === "tool-schemas"
    ? maskTools(content as ModelTool[])
    : maskMessages(content as ModelMessage[]);
}

/** As it was sent: what is data stands between the marks of its call. */
export function markAsSent(
  rebuilt: Rebuilt,
  { kind }: ManifestSegment,
  { mark }: Pick<PromptManifest, "mark">,
  recipes: PromptRecipes,
): Rebuilt {
  if (!rebuilt.ok || kind === "tool-schemas") return rebuilt;
  const content = recipes.asSent(kind, rebuilt.content as ModelMessage[], mark);
  return { ...rebuilt, content };
}

/** As the assembler computes it: over the UTF-8 bytes of the JSON. */
function isExact({ bytes, sha256 }: ManifestSegment, content: Candidate["content"]): boolean {
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) !== bytes) return false;
  return createHash("sha256").update(text).digest("hex") === sha256;
}

type Proved = SentPrompt & {
  proof: NonNullable<CallInspection["sent"]>["proof"];
  /** The messages as they were sent; null where they are those of the segments, and where nothing is proved. */
  changed: ModelMessage[] | null;
  repaired: Repair[];
};

/**
 * The rebuilt segments, adapted as the log says, must have the recorded digest: then they are what was sent. Pure.
 * @param rebuilt of each segment, in order, as it was sent
 * @param mark of the call
 */
export function proveSent(
  sent: SentPrompt | undefined,
  segments: readonly ManifestSegment[],
  rebuilt: readonly Rebuilt[],
  mark?: string,
): Proved | null {
  if (!sent) return null;
  const { connection, adaptations, sha256, place } = sent;
  const known = { connection, adaptations, sha256, changed: null, repaired: [] };
  const messages: ModelMessage[] = [];
  const tools: ModelTool[] = [];
  for (const [index, segment] of rebuilt.entries()) {
    if (!segment.ok) return { ...known, proof: "not-rebuilt" };
    // An exact segment has the bytes that were sent, so it has their shape.
    if (segments[index]?.kind === "tool-schemas") tools.push(...(segment.content as ModelTool[]));
    else messages.push(...(segment.content as ModelMessage[]));
  }
  if (digestPrompt(messages, tools, adaptations, mark, place) !== sha256)
    return { ...known, proof: "differs" };
  const changed = changedMessages(messages, tools, adaptations, mark, place);
  return { ...known, proof: "exact", changed, repaired: listRepairs(messages, adaptations) };
}

/** @param shorten leaves out what is too large for the first answer */
export function showSent(
  proved: Proved | null,
  access: PayloadAccess,
  shorten: (payload: Payload, access: PayloadAccess) => Payload,
): CallInspection["sent"] {
  if (!proved) return null;
  const { connection, adaptations, sha256, proof } = proved;
  const messages = sentMessages(proved, access);
  return {
    connection,
    adaptations,
    sha256: toDigest(sha256, access),
    proof,
    messages: messages && shorten(messages, access),
    repaired: proved.repaired.map(({ toolCallId, written, sent }) => ({
      toolCallId,
      written: toPayload(written, access),
      sent: toPayload(sent, access),
    })),
  };
}

/** The JSON text of the messages that were sent, byte for byte, but for pictures, whose bytes were proved before. */
export function sentMessages(proved: Proved | null, access: PayloadAccess): Payload | null {
  if (!proved?.changed) return null;
  return toPayload(JSON.stringify(proved.changed.map(withoutBytes)), access);
}

/** A picture's address instead of its bytes, which were proved before. */
export function withoutBytes(message: unknown): unknown {
  const content = Object(message).content;
  if (!Array.isArray(content)) return message;
  const parts = content.map((part) => {
    const url: unknown = Object(Object(part).image_url).url;
    const isData = typeof url === "string" && url.startsWith("data:");
    return isData
      ? { ...part, image_url: { url: `${url.split(",")[0]}, ${url.length} characters` } }
      : part;
  });
  return { ...Object(message), content: parts };
}
