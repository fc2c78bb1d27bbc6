/** The prompt assembler. Only prompts that it made can reach the model. */
import "server-only";
import { createHash } from "node:crypto";
import type { ManifestSegment, PromptManifest } from "../contracts/run/prompt-manifest.ts";
import type { ModelMessage, ModelTool } from "../llm/model-types.ts";
import { MEMORY_POLICIES, type MemoryPolicy } from "./memory-policies.ts";
import { digest, type Segment } from "./segment.ts";

export type AssembledPrompt = {
  readonly messages: ModelMessage[];
  readonly tools: ModelTool[];
  readonly manifest: PromptManifest;
};

export type AssembleResult =
  | { ok: true; prompt: AssembledPrompt }
  /** The first segment that the policy does not allow. */
  | { ok: false; reason: "not-allowed"; segment: ManifestSegment };

type AssembleInput = {
  agentId: string;
  memoryPolicy: MemoryPolicy;
  segments: readonly Segment[];
  tools: readonly ModelTool[];
};

const made = new WeakSet<AssembledPrompt>();
const toolEntries = new WeakMap<readonly ModelTool[], ManifestSegment>();

/** @returns the prompt with its manifest, or the first segment that is not allowed */
export function assemblePrompt(input: AssembleInput): AssembleResult {
  const { agentId, memoryPolicy, tools } = input;
  const allowed = MEMORY_POLICIES[memoryPolicy];
  const entries = input.segments.map((segment) => segment.entry);
  if (tools.length > 0) entries.push(toolsEntry(agentId, tools));
  const refused = entries.find((entry) => !allowed.has(entry.kind) || entry.agentId !== agentId);
  if (refused) return { ok: false, reason: "not-allowed", segment: refused };

  const manifest: PromptManifest = {
    version: 1,
    agentId,
    memoryPolicy,
    segments: entries,
    promptSha256: promptDigest(entries),
    bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0),
  };
  const messages = input.segments.flatMap((segment) => segment.messages);
  const prompt: AssembledPrompt = { messages, tools: [...tools], manifest };
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

function toolsEntry(agentId: string, tools: readonly ModelTool[]): ManifestSegment {
  const known = toolEntries.get(tools);
  if (known?.agentId === agentId) return known;
  const source = `tools:${tools.map((tool) => tool.function.name).join(",")}`;
  const entry: ManifestSegment = {
    kind: "tool-schemas",
    agentId,
    source,
    runId: null,
    ...digest(JSON.stringify(tools)),
  };
  toolEntries.set(tools, entry);
  return entry;
}
