/** The task of every loop: one question, five calls of one small tool, one answer. */

export const TOOL_ROUNDS = 5;
export const MODEL_CALLS = TOOL_ROUNDS + 1;
export const ANSWER_TOKENS = 50;
export const QUESTION = "Look up what there is, then tell me about it.";
export const TOOL = {
  name: "lookup",
  description: "Looks a word up.",
  argument: "The word to look up.",
};

export function lookUp(word: string): string {
  return `Nothing but the word itself is known about ${word}.`;
}

/** `turn` runs from question to answer and resolves with the answer's text. */
type Loop = { turn(): Promise<string> };
/** The type of `openLoop`, which the module of each loop exports. */
export type OpenLoop = (modelUrl: string, systemPrompt: string) => Loop;
