/** Arithmetic and sequences: Python for the tool that takes code, then the result in a sentence. */
import type { Calculation } from "../calculations/calculation.ts";
import { continueFrom, isFollowUp } from "../calculations/follow-up.ts";
import { calculationOfCode, recogniseCalculations } from "../calculations/recognise-calculation.ts";
import type { Turn } from "../read-turn.ts";
import { call, type Reply, type Skill, say } from "../skill.ts";
import { type FoundTool, findCodeTool } from "../tools/find-tool.ts";
import { readCodeResult } from "../tools/read-result.ts";
import { findEarlierCalculation } from "./find-earlier-calculation.ts";

const MAX_ATTEMPTS = 2;

export const calculate: Skill = {
  name: "calculate",
  match(turn) {
    const asked = recogniseCalculations(turn.question);
    if (asked.length > 0) return workOut(turn, asked);
    if (!isFollowUp(turn.question)) return null;
    const earlier = findEarlierCalculation(turn);
    if (!earlier) {
      return say(
        "I do not have an earlier calculation here to go on from. What should I calculate?",
      );
    }
    const next = continueFrom(turn.question, earlier);
    return next ? workOut(turn, [next]) : null;
  },
};

/** Calls for what has no result yet, once more for what failed, and answers when all is there. */
export function workOut(turn: Turn, asked: readonly Calculation[]): Reply {
  const tool = findCodeTool(turn.request.tools);
  if (!tool)
    return say("I would need to run Python for this, and that is not available to me here.");
  const states = asked.map((calculation) => ({ calculation, ...lookUp(turn, tool, calculation) }));
  const open = states.filter(({ result, attempts }) => result === null && attempts < MAX_ATTEMPTS);
  if (open.length > 0) return call(...open.map(({ calculation }) => tool.use(calculation.code)));
  const sentences = states.map(({ calculation, result }) =>
    result === null ? sorry(calculation) : calculation.phrase(result),
  );
  const [only] = sentences;
  if (sentences.length === 1 && only) return say(only);
  return say(sentences.map((sentence) => `- ${sentence}`).join("\n"));
}

/** Never with the tool's own words: those are not for the person. */
function sorry({ label }: Calculation): string {
  return `I tried to work out "${label}" twice and it did not work, so I have no result that I would trust.`;
}

function lookUp(turn: Turn, tool: FoundTool, calculation: Calculation) {
  let attempts = 0;
  for (const { call: made, content } of turn.results) {
    if (made.name !== tool.name) continue;
    const code = tool.valueOf(made.arguments);
    if (code !== null && calculationOfCode(code)?.label !== calculation.label) continue;
    attempts += 1;
    const read = readCodeResult(content);
    if (code !== null && read.ok) return { result: read.text, attempts };
  }
  return { result: null, attempts };
}
