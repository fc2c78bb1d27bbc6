/** Rebuilds one segment of a prompt: the candidate with the recorded digest is what was sent. */
import "server-only";
import { createHash } from "node:crypto";
import type { NotRebuilt } from "../../contracts/inspector/run/call-inspection.ts";
import type { ManifestSegment } from "../../contracts/run/prompt-manifest.ts";
import { MATERIAL_EVENTS_MAX } from "../../db/limits.ts";
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
  for (const candidate of candidates) {
    if (isExact(entry, candidate))
      return { ok: true, content: candidate.content, hops: candidate.hops };
  }
  // If events were left out, the material may exist, so it is not reported as missing.
  const isCut = material.stored.events.length >= MATERIAL_EVENTS_MAX;
  return { ok: false, why: isCut && LOGGED.has(entry.kind) ? "too-large" : otherwise };
}

/** As the assembler computes it: over the UTF-8 bytes of the JSON. */
function isExact({ bytes, sha256 }: ManifestSegment, { content }: Candidate): boolean {
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) !== bytes) return false;
  return createHash("sha256").update(text).digest("hex") === sha256;
}
