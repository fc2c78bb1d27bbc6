/** All skills, in the order in which they are tried. */

import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import { calculationOfCode } from "../calculations/recognise-calculation.ts";
import { findCodeTool, plainestValue } from "../find-tool.ts";
import { takeIntake } from "../intake/take-intake.ts";
import { lookAfterPeople, offerPeopleHelp } from "../people/look-after-people.ts";
import { planTurn } from "../plan/plan-turn.ts";
import { isNotKnown, NOT_KNOWN, readCodeResult, readFileResult } from "../read-result.ts";
import type { ToolResult, Turn } from "../read-turn.ts";
import { BRISK, call, type Reply, type Skill, say } from "../skill.ts";
import { findChartRows } from "./draw-chart.ts";
import { GENERAL_SKILLS } from "./general-skills.ts";
import { sayWhatItCanDo } from "./small-talk.ts";

/** Structured output: an object that fits the schema, with the question as its free text. */
const fillSchema: Skill = {
  name: "fill-schema",
  match({ request, question }) {
    if (!request.responseSchema) return null;
    return say(JSON.stringify(plainestValue(request.responseSchema.schema, question)));
  },
};

/** Any JSON object: the one that the message shows, else one with the question. */
const writeObject: Skill = {
  name: "write-object",
  match({ request, question }) {
    if (!request.wantsObject) return null;
    const shown = /\{[^{}]*\}/.exec(question)?.[0] ?? "";
    return say(isRecord(parseJson(shown)) ? shown : JSON.stringify({ answer: question }));
  },
};

/** The tool that the request forces, or that the message names: "Call the tool add". */
const callForced: Skill = {
  name: "call-forced",
  match({ request, question, results }) {
    const asked = /^call the tool (\w+)/i.exec(question)?.[1];
    const tool = request.forcedTool ?? request.tools.find(({ name }) => name === asked);
    if (!tool || results.length > 0) return null;
    const filled = plainestValue(tool.parameters, question);
    return call({ name: tool.name, arguments: JSON.stringify(filled) });
  },
};

const DONE = "That is done.";
/** The person's decision on a pending call, after which they expect its result. */
const APPROVED = /^\W*approved?\b/i;
const DECLINED = /^\W*declined?\b/i;
const tellApproved: Skill = {
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
const closeToolRound: Skill = {
  name: "close-tool-round",
  match: ({ results }) => (results.length > 0 ? say(DONE) : null),
};
const composeResults: Skill = {
  name: "compose-results",
  match(turn) {
    if (!isComposing(turn)) return null;
    const all = turn.stepResults.flatMap((result) => result.split(/\n{2,}(?!\s)/));
    const paragraphs = withoutDrawn(all);
    return say([...new Set([...paragraphs, ...undoneIn(turn)])].join("\n\n"), BRISK);
  },
};

const SKILLS: readonly Skill[] = [
  planTurn,
  fillSchema,
  writeObject,
  callForced,
  composeResults,
  takeIntake,
  lookAfterPeople,
  tellApproved,
  ...GENERAL_SKILLS,
  closeToolRound,
  offerPeopleHelp,
];

/** The reply of the first skill that matches. */
export function answerTurn(turn: Turn): Reply {
  for (const skill of SKILLS) {
    const reply = skill.match(turn);
    if (reply) return reply;
  }
  return sayWhatItCanDo();
}

// Final answers: after calls that no other skill made, after an approval, and from the results of several steps.

/** Results of code and of MCP tools are shown to the person. Texts of other tools are meant for the model. */
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

function isComposing({ request, stepResults }: Turn): boolean {
  const instructions = request.messages.find(({ role }) => role === "system")?.content ?? "";
  return stepResults.length > 0 && /\bout of the results\b/i.test(instructions);
}

/** A note on the parts that failed. */
function undoneIn({ request }: Turn): string[] {
  const told = request.messages.findLast(
    ({ role, content }) => role === "data" && /^Could not be done\b/.test(content),
  );
  const items = told?.content.split("\n").filter((line) => line.startsWith("- ")) ?? [];
  if (items.length === 0) return [];
  return [`This part did not work, so it is missing here:\n\n${items.join("\n")}`];
}

/** Drops tables whose figures a chart shows. */
function withoutDrawn(paragraphs: readonly string[]): string[] {
  const charts = paragraphs.filter((text) => text.startsWith("```text"));
  const isDrawn = (text: string) => {
    const rows = findChartRows([text]);
    const shows = (chart: string) => rows.every(({ label }) => chart.includes(label));
    return rows.length > 0 && charts.some(shows);
  };
  return paragraphs.filter((text, index) => {
    const next = paragraphs[index + 1] ?? "";
    return !isDrawn(text) && !(text.endsWith(":") && isDrawn(next));
  });
}
