/** Finish reasons: the words with which servers say that an answer ended, and what each means. Pure. */
import * as text from "../../messages/inspector-model-calls.ts";

/** `broken`: the server failed. `unknown`: the word is not in the list, so the answer may be cut. */
export type AnswerEnd = "whole" | "length" | "filtered" | "broken" | "unknown";

/** OpenAI's, and those of servers that pass on their engine's or their provider's own. */
const WORDS: Readonly<Record<string, AnswerEnd>> = {
  stop: "whole",
  tool_calls: "whole",
  function_call: "whole",
  // Anthropic, Bedrock.
  end_turn: "whole",
  stop_sequence: "whole",
  tool_use: "whole",
  // Text generation inference, Cohere, older engines.
  eos: "whole",
  eos_token: "whole",
  complete: "whole",
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  // Mistral: the context is full.
  model_length: "length",
  model_context_window_exceeded: "length",
  content_filter: "filtered",
  // Gemini.
  safety: "filtered",
  recitation: "filtered",
  blocklist: "filtered",
  prohibited_content: "filtered",
  spii: "filtered",
  // Zhipu, Bedrock, Anthropic.
  sensitive: "filtered",
  guardrail_intervened: "filtered",
  refusal: "filtered",
  error: "broken",
  // vLLM and SGLang, Zhipu, DeepSeek.
  abort: "broken",
  network_error: "broken",
  insufficient_system_resource: "broken",
};

/** What is a word, and no sentence that a server has put in its place. */
const WORD = /^[\w.-]{1,60}$/;

/** @param reason some servers write a sentence behind it, after a colon; null where the answer ended without one */
export function endOf(reason: string | null): AnswerEnd {
  if (reason === null) return "whole";
  const word = wordOf(reason).toLowerCase();
  return Object.hasOwn(WORDS, word) ? (WORDS[word] ?? "unknown") : "unknown";
}

/** For operators: the word alone, and whether it is unknown. The sentence behind it may quote the prompt. */
export function tellEnd(reason: string | null): string | null {
  if (reason === null) return null;
  const word = wordOf(reason);
  const told = WORD.test(word) ? word : text.finishWords();
  return endOf(reason) === "unknown" ? text.cutOffWith(told) : told;
}

/** What of a finish reason may be kept beyond the server's own log: its word. A sentence in its place becomes `other`. */
export function finishWordOf(reason: string | null): string | null {
  if (reason === null) return null;
  const word = wordOf(reason);
  return WORD.test(word) ? word : "other";
}

function wordOf(reason: string): string {
  return reason.split(":", 1)[0]?.trim() ?? "";
}
