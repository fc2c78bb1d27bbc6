/** Arithmetic and sequences: runs Python with the code tool, and answers with its result. */

import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import { type FoundTool, findCodeTool } from "../find-tool.ts";
import { TOOL_ATTEMPTS_MAX } from "../limits.ts";
import { readCodeResult } from "../read-result.ts";
import type { Turn } from "../read-turn.ts";
import { call, type Reply, type Skill, say } from "../skill.ts";
import type { Calculation } from "./calculation.ts";
import { continueFrom, type Earlier, isFollowUp } from "./follow-up.ts";
import { calculationOfCode, recogniseCalculations } from "./recognise-calculation.ts";

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

/** Calls the code tool for calculations without a result, retries a failure once, and answers when all have ended. */
export function workOut(turn: Turn, asked: readonly Calculation[]): Reply {
  const tool = findCodeTool(turn.request.tools);
  if (!tool)
    return say("I would need to run Python for this, and that is not available to me here.");
  const states = asked.map((calculation) => ({ calculation, ...lookUp(turn, tool, calculation) }));
  const open = states.filter(
    ({ result, attempts }) => result === null && attempts < TOOL_ATTEMPTS_MAX,
  );
  if (open.length > 0) return call(...open.map(({ calculation }) => tool.use(calculation.code)));
  const sentences = states.map(({ calculation, result }) =>
    result === null ? sorry(calculation) : calculation.phrase(result),
  );
  const [only] = sentences;
  if (sentences.length === 1 && only) return say(only);
  return say(sentences.map((sentence) => `- ${sentence}`).join("\n"));
}

/** Does not quote the tool's message, which is meant for the model. */
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

const COMMENT = /# ([^\n"\\]{3,160})/g;

/** The last calculation before this turn, from the calls in the request. */
function findEarlierCalculation(turn: Turn): Earlier | null {
  for (const { call, content } of turn.earlierResults.toReversed()) {
    const calculation = calculationInArguments(call.arguments);
    if (!calculation) continue;
    const read = readCodeResult(content);
    return { calculation, result: read.ok ? read.text : "" };
  }
  return findInFacts(turn);
}

function calculationInArguments(text: string) {
  const parsed = parseJson(text);
  if (!isRecord(parsed)) return null;
  for (const value of Object.values(parsed)) {
    const calculation = calculationOfCode(textOf(value));
    if (calculation) return calculation;
  }
  return null;
}

/** Finds calculations in facts, by the comment in their code. */
function findInFacts(turn: Turn): Earlier | null {
  const facts = turn.request.messages.filter((message) => message.role === "data");
  const comments = facts.flatMap(({ content }) => [...content.matchAll(COMMENT)]);
  for (const [line] of comments.toReversed()) {
    const calculation = calculationOfCode(line);
    if (calculation) return { calculation, result: "" };
  }
  return null;
}
