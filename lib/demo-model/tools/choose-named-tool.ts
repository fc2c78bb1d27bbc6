/** "Use the echo tool to say hello": which of the foreign tools a message asks for. */
import type { ToolDefinition } from "../chat-request.ts";

/** `mcp_<server>_<tool>`: tools that came from outside. A server's name may itself hold `_`. */
const FOREIGN = /^mcp_/;
const SPEAKS_OF_TOOLS = /\btools?\b|\bmcp\b/i;
const EMPTY = new Set(
  "get trigger toggle tool tools the a an of to and with for from use using run call that this returns two back input string can you please which by in it is".split(
    " ",
  ),
);
const SAME: Record<string, string> = { add: "sum", plus: "sum", total: "sum", environment: "env" };

/** @returns null where the message asks for none of them */
export function chooseNamedTool(
  question: string,
  tools: readonly ToolDefinition[],
): ToolDefinition | null {
  const foreign = tools.filter(({ name }) => FOREIGN.test(name));
  const asked = new Set(wordsOf(question));
  const servers = foreign.map(({ name }) => name.split("_")[1] ?? "");
  const speaksOfTools = SPEAKS_OF_TOOLS.test(question) || servers.some((name) => asked.has(name));
  if (!speaksOfTools) return null;
  const scored = foreign.map((tool) => ({ tool, score: scoreOf(tool, asked) }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best && best.score > 0 ? best.tool : null;
}

/** A name that stands whole in the message counts most, then parts of it, then the description. */
function scoreOf({ name, description }: ToolDefinition, asked: ReadonlySet<string>): number {
  const [, , ...own] = name.split("_");
  const names = wordsOf(own.join(" "));
  const hits = names.filter((word) => asked.has(word)).length;
  const whole = hits > 0 && hits === names.length ? 4 : 0;
  const described = new Set(wordsOf(description).filter((word) => asked.has(word))).size;
  return whole + 2 * hits + 0.5 * described;
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words
    .filter((word) => word.length > 1 && !EMPTY.has(word))
    .map((word) => SAME[word] ?? (word.length > 4 ? word.replace(/(?:es|s)$/, "") : word));
}
