import "server-only";
/** The only way to the model: an assembled prompt goes in, a model's result comes out. */
import { callModel } from "../llm/call-model.ts";
import type { ModelListener, ModelResult } from "../llm/model-types.ts";
import { AppError } from "../errors/app-error.ts";
import { type AssembledPrompt, isAssembled } from "./assemble-prompt.ts";

/** @throws AppError `policy-violation` for a prompt that the assembler did not make */
export function promptModel(
  prompt: AssembledPrompt,
  signal: AbortSignal,
  listener?: ModelListener,
): Promise<ModelResult> {
  if (!isAssembled(prompt)) throw new AppError("policy-violation", { detail: "not assembled" });
  return callModel({ messages: prompt.messages, tools: prompt.tools, signal }, listener);
}
