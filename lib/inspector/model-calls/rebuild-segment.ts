import "server-only";
/** Rebuilds one segment of a prompt. Of all candidates, the one with the recorded digest is what was sent. */
import { createHash } from "node:crypto";
import type { NotRebuilt } from "../../contracts/inspector/model-calls/call-inspection.ts";
import type { ManifestSegment } from "../../contracts/run/prompt-manifest.ts";
import { MATERIAL_EVENTS_MAX } from "../../db/inspector/model-calls/read-call-material.ts";
import type { PromptRecipes } from "./prompt-recipes.ts";
import { type Candidate, listCandidates } from "./rebuild-candidates.ts";
import type { Material } from "./rebuild-material.ts";

/** Kinds that are rebuilt out of events. */
const LOGGED: ReadonlySet<ManifestSegment["kind"]> = new Set(["run-scratchpad", "step-result"]);

export type Rebuilt =
  /** `content`: messages; for `tool-schemas` the tools. */
  ({ ok: true } & Candidate) | { ok: false; why: NotRebuilt };

/** The call whose segment it is. */
export type RebuiltCall = { seq: number; hopRef: string };

export function rebuildSegment(
  entry: ManifestSegment,
  call: RebuiltCall,
  material: Material,
  recipes: PromptRecipes,
): Rebuilt {
  const { candidates, otherwise } = listCandidates(entry, call, material, recipes);
  for (const candidate of candidates) {
    if (isExact(entry, candidate))
      return { ok: true, content: candidate.content, hops: candidate.hops };
  }
  // What a longer look would find is not said to be missing.
  const isCut = material.stored.events.length >= MATERIAL_EVENTS_MAX;
  return { ok: false, why: isCut && LOGGED.has(entry.kind) ? "too-large" : otherwise };
}

/** As the assembler takes it: of the JSON's UTF-8 bytes. */
function isExact({ bytes, sha256 }: ManifestSegment, { content }: Candidate): boolean {
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) !== bytes) return false;
  return createHash("sha256").update(text).digest("hex") === sha256;
}
