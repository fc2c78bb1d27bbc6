/** The only function that sends a prompt to the model. It takes assembled prompts only. */
import "server-only";
import { AppError } from "../errors/app-error.ts";
import { callModel } from "../llm/call-model.ts";
import type { ModelListener, ModelRequest, ModelResult } from "../llm/model-types.ts";
import { type AssembledPrompt, isAssembled } from "./assemble-prompt.ts";

export { firstAsked, plansTurns } from "../llm/connections/agent-connection.ts";
export { hasStarted } from "../llm/started-models.ts";

export type PromptOptions = Pick<
  ModelRequest,
  "agentId" | "chosenModel" | "turn" | "leftMs" | "responseSchema" | "needsTools" | "from" | "isFor"
> & {
  listener?: ModelListener;
};

/** @throws AppError `policy-violation` for a prompt that the assembler did not make */
export function promptModel(
  prompt: AssembledPrompt,
  signal: AbortSignal,
  { listener, ...options }: PromptOptions = {},
): Promise<ModelResult> {
  if (!isAssembled(prompt)) throw new AppError("policy-violation", { detail: "not assembled" });
  const { messages, tools, manifest } = prompt;
  return callModel({ messages, tools, mark: manifest.mark, signal, ...options }, listener);
}
