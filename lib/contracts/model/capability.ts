/** What a model server can do, by name, and how it was found out. Kept for each address and model. */
import * as z from "zod/mini";

export const CapabilityName = z.enum([
  "streaming",
  "usage-in-stream",
  "tools",
  /** Calls are reported as such. Where a call came as text, text is read for calls. */
  "native-tools",
  "parallel-tools",
  "json-schema",
  "strict-schema",
  "json-object",
  "forced-tool-call",
  /** A message of the role `system`. Without it the text goes into the first message of the person. */
  "system-role",
  /** Instructions have the role `developer` instead of `system`. */
  "developer-role",
  "second-system-message",
  "same-role-turns",
  /** An empty text beside tool calls. Without it the content is `null`. */
  "empty-content",
  /** Messages begin inside reasoning: the model's template writes the opening tag itself. */
  "opens-in-reasoning",
  /** Takes back what it wrote beside its calls, such as signatures and reasoning. */
  "returned-parts",
  /** Takes it back in later turns, too. */
  "kept-parts",
  /** Takes calls without the parts that its own have: those of another server. Without it their results are told as text. */
  "bare-calls",
  "images",
  "embeddings",
  /** The model's own limit of output; the finding's value is its number of tokens. */
  "max-output-tokens",
]);
export type CapabilityName = z.infer<typeof CapabilityName>;

/** Few servers have these: where nobody knows, they count as missing. */
export const RARE_CAPABILITIES: ReadonlySet<CapabilityName> = new Set([
  "developer-role",
  "opens-in-reasoning",
  "images",
]);

/** Where a stored finding comes from: a small call, a refused call, or an answer of a turn. */
export const StoredSource = z.enum(["probe", "refusal", "answer"]);

export const CapabilityFinding = z.strictObject({
  holds: z.boolean(),
  /** A number where the capability is one, else null. */
  value: z.nullable(z.number()),
  /** What the finding comes from: a preset, a small call at the start, a refused call or an answer of a turn, or models.json. */
  source: z.enum(["preset", "probe", "refusal", "answer", "operator"]),
  /** When it was found, as an ISO time; null for what is known beforehand. */
  at: z.nullable(z.string()),
  /** The status, and words of ours: never the server's own, which may quote a prompt and would outlive its erasure. */
  evidence: z.string(),
});
export type CapabilityFinding = z.infer<typeof CapabilityFinding>;

/** A probe that showed nothing: when, and why, in our words and with the status. */
export const UnclearProbe = z.strictObject({ at: z.string(), words: z.string() });
export type UnclearProbe = z.infer<typeof UnclearProbe>;

/** What was found so far. A name that is missing was not found out yet. */
export type Capabilities = Partial<Record<CapabilityName, CapabilityFinding>>;
