/** The digest by which a prompt is proved: of what the model was sent, after all adaptations. Pure. */
import "server-only";
import { createHash } from "node:crypto";
import type { Adaptation } from "../../contracts/model/adaptation.ts";
import type { ModelMessage, ModelTool } from "../model-types.ts";
import { adaptMessages } from "./adapt-messages.ts";

/**
 * SHA-256 in lower-case hex over the JSON of messages and tools. The schema of a structured answer is not part of it,
 * wherever it was sent: it follows from the code.
 */
export function digestPrompt(
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
  adaptations: readonly Adaptation[],
): string {
  const sent = { messages: adaptMessages(messages, tools, adaptations), tools };
  return createHash("sha256").update(JSON.stringify(sent)).digest("hex");
}
