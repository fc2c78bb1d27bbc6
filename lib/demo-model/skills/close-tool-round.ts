/** After calls that no other skill asked for: an end in plain words, and of one that was approved what it came to. */
import { calculationOfCode } from "../calculations/recognise-calculation.ts";
import { isRecord, parseJson, textOf } from "../read-json.ts";
import type { ToolResult } from "../read-turn.ts";
import { type Skill, say } from "../skill.ts";
import { findCodeTool } from "../tools/find-tool.ts";
import { isNotKnown, NOT_KNOWN, readCodeResult, readFileResult } from "../tools/read-result.ts";

const DONE = "That is done.";

/** The person's own word on a call: what it came to is what they wait for. It is not asked for anything else. */
const APPROVED = /^\W*approved?\b/i;
const DECLINED = /^\W*declined?\b/i;

export const tellApproved: Skill = {
  name: "tell-approved",
  match({ results, request, question }) {
    const last = results.at(-1);
    if (!last) return DECLINED.test(question) ? say("As you decided, that was not done.") : null;
    if (isNotKnown(last.content)) return say(NOT_KNOWN);
    if (!APPROVED.test(question)) return null;
    const code = findCodeTool(request.tools)?.name;
    const sentences = results
      .filter(({ call }) => call.name === code || call.name.startsWith("mcp_"))
      .flatMap((result) => sentenceOf(result) ?? []);
    return say(sentences.length > 0 ? sentences.join("\n\n") : DONE);
  },
};

export const closeToolRound: Skill = {
  name: "close-tool-round",
  match: ({ results }) => (results.length > 0 ? say(DONE) : null),
};

/** A result of code, or of a foreign tool, is the person's; what our own tools say is for the model. */
function sentenceOf({ call, content }: ToolResult): string | null {
  if (call.name.startsWith("mcp_")) {
    const told = readFileResult(content);
    return told.ok ? told.text.trim() || null : "I tried that, and it did not work.";
  }
  const read = readCodeResult(content);
  if (!read.ok) return "I tried that, and it did not work.";
  const parsed = parseJson(call.arguments);
  const texts = isRecord(parsed) ? Object.values(parsed).map(textOf) : [];
  const calculation = texts.map(calculationOfCode).find((found) => found !== null);
  return calculation?.phrase(read.text) ?? `The result is **${read.text}**.`;
}
