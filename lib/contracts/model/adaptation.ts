/** How a request was changed at the door so that its server takes it. The log names each. */
import * as z from "zod/mini";

export const Adaptation = z.enum([
  "no-stream",
  "no-usage-in-stream",
  "no-tools",
  "tools-as-text",
  "no-parallel-tools",
  "schema-not-strict",
  "schema-as-json-object",
  "schema-as-forced-tool",
  "schema-in-prompt",
  "system-as-person",
  "developer-role",
  "one-system-message",
  "alternating-roles",
  "null-content",
  /** Pictures are named and said to be not seen. */
  "images-as-text",
  "arguments-repaired",
  /** Ids of calls of another form, or that repeat, are replaced. */
  "call-ids-mapped",
  "empty-left-out",
  /** What the server needs back goes back for calls since the person's last message only. */
  "parts-of-turn-only",
  "parts-not-returned",
  /** Results of calls that this server cannot be sent as calls. */
  "rounds-as-text",
  "exchanges-pruned",
]);
export type Adaptation = z.infer<typeof Adaptation>;

/** What was sent for one model call: by which connection, and as which bytes. */
export const SentPrompt = z.strictObject({
  /** The connection's name in the settings or in models.json. */
  connection: z.string(),
  adaptations: z.array(Adaptation),
  /** SHA-256 over the JSON of messages and tools after all adaptations, see `digest-prompt.ts`. */
  sha256: z.string(),
  /** The server and model, as a digest, where it got back what it needs of its earlier answers. */
  place: z.optional(z.string()),
});
export type SentPrompt = z.infer<typeof SentPrompt>;

/** What the provider said when it refused or failed a request. Hidden: for operators only. */
export const ProviderReply = z.strictObject({
  connection: z.string(),
  /** The HTTP status; null where there was no response. */
  status: z.nullable(z.int()),
  code: z.nullable(z.string()),
  /** The provider's own text, at most 2 KB, without keys. */
  text: z.string(),
  requestId: z.nullable(z.string()),
  /** The environment variable that holds the key of the request; null where no key was sent. */
  keyName: z.nullable(z.string()),
});
export type ProviderReply = z.infer<typeof ProviderReply>;
