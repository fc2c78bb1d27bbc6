/** The last calculation before this turn, from the calls that the request brings along. */
import type { Earlier } from "../calculations/follow-up.ts";
import { calculationOfCode } from "../calculations/recognise-calculation.ts";
import { isRecord, parseJson, textOf } from "../read-json.ts";
import type { Turn } from "../read-turn.ts";
import { readCodeResult } from "../tools/read-result.ts";

const COMMENT = /# ([^\n"\\]{3,160})/g;

export function findEarlierCalculation(turn: Turn): Earlier | null {
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

/** Where earlier calls come as facts in a system message, the comment in their code still tells. */
function findInFacts(turn: Turn): Earlier | null {
  const facts = turn.request.messages.filter((message) => message.role === "system");
  const comments = facts.flatMap(({ content }) => [...content.matchAll(COMMENT)]);
  for (const [line] of comments.toReversed()) {
    const calculation = calculationOfCode(line);
    if (calculation) return { calculation, result: "" };
  }
  return null;
}
