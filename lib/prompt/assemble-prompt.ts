/**
 * The prompt assembler. Only prompts that it made can reach the model. Everything in them is masked, and only the
 * deployment's own words have a role that instructs the model.
 */
import "server-only";
import { createHash } from "node:crypto";
import { lowestTrust } from "../contracts/model/origin.ts";
import type { ManifestSegment, PromptManifest } from "../contracts/run/prompt-manifest.ts";
import { AppError } from "../errors/app-error.ts";
import { maskTools } from "../hidden-state/mask-messages.ts";
import type { ModelMessage, ModelTool } from "../llm/model-types.ts";
import { MEMORY_POLICIES, type MemoryPolicy } from "./memory-policies.ts";
import { isMasked, maskContent, originsOf, type Segment } from "./segment.ts";
import { drawMark, toSent } from "./whose-words.ts";

export type AssembledPrompt = {
  readonly messages: ModelMessage[];
  readonly tools: ModelTool[];
  readonly manifest: PromptManifest;
};

export type AssembleResult =
  | { ok: true; prompt: AssembledPrompt }
  /** The first segment that the policy does not allow, or that does not say where it comes from. */
  | { ok: false; reason: "not-allowed"; segment: ManifestSegment };

type AssembleInput = {
  agentId: string;
  memoryPolicy: MemoryPolicy;
  segments: readonly Segment[];
  tools: readonly ModelTool[];
};

const made = new WeakSet<AssembledPrompt>();
type Tools = { entry: ManifestSegment; masked: readonly ModelTool[] };
const knownTools = new WeakMap<readonly ModelTool[], Tools>();

/**
 * @returns the prompt with its manifest, or the first segment that is not allowed
 * @throws AppError `policy-violation` for a segment that `makeSegment` did not make, and for a role that its kind may not have
 */
export function assemblePrompt(input: AssembleInput): AssembleResult {
  const { agentId, memoryPolicy } = input;
  if (!input.segments.every(isMasked))
    throw new AppError("policy-violation", { detail: "not masked" });
  const allowed = MEMORY_POLICIES[memoryPolicy];
  const entries = input.segments.map((segment) => segment.entry);
  const tools = input.tools.length > 0 ? toTools(agentId, input.tools) : null;
  if (tools) entries.push(tools.entry);
  const refused = entries.find(
    ({ kind, agentId: of, origins = [] }) =>
      !allowed.has(kind) || of !== agentId || origins.length === 0,
  );
  if (refused) return { ok: false, reason: "not-allowed", segment: refused };

  const mark = drawMark(input.segments.flatMap(({ messages }) => messages));
  const manifest: PromptManifest = {
    version: 1,
    agentId,
    memoryPolicy,
    segments: entries,
    mark,
    trust: lowestTrust(originsOf(entries.map((entry) => ({ entry })))),
    promptSha256: promptDigest(entries),
    bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0),
  };
  const messages = input.segments.flatMap((segment) =>
    toSent(segment.entry.kind, segment.messages, mark),
  );
  const prompt: AssembledPrompt = { messages, tools: [...(tools?.masked ?? [])], manifest };
  made.add(prompt);
  return { ok: true, prompt };
}

/** True only for prompts that this assembler made. */
export function isAssembled(prompt: AssembledPrompt): boolean {
  return made.has(prompt);
}

/** SHA-256 over the segments' kinds and digests in order: equal prompts have equal digests. */
function promptDigest(entries: readonly ManifestSegment[]): string {
  const hash = createHash("sha256");
  for (const entry of entries) hash.update(`${entry.kind} ${entry.sha256}\n`);
  return hash.digest("hex");
}

function toTools(agentId: string, tools: readonly ModelTool[]): Tools {
  const known = knownTools.get(tools);
  if (known?.entry.agentId === agentId) return known;
  const source = `tools:${tools.map((tool) => tool.function.name).join(",")}`;
  const { content, sha256, bytes } = maskContent(tools, maskTools);
  // The operator's own words, or a server's that the operator has accepted.
  const of = { source, runId: null, origins: ["deployment"] };
  const entry = { kind: "tool-schemas" as const, agentId, ...of, sha256, bytes };
  const made = { entry, masked: content };
  knownTools.set(tools, made);
  return made;
}
