/** The skills that need no directory, intake or plan, in the order in which they are tried. */
import { calculate } from "../calculations/calculate.ts";
import { capitalise } from "../calculations/calculation.ts";
import { answerFromFile } from "../files/answer-from-file.ts";
import { findCodeTool } from "../find-tool.ts";
import { COUNT_MAX, QUESTION_MAX_CHARS } from "../limits.ts";
import type { Turn } from "../read-turn.ts";
import { BRISK, call, type Skill, say } from "../skill.ts";
import { askForFigures, drawChart } from "./draw-chart.ts";
import { readPage, searchDocuments, searchForQuestion, searchWeb } from "./search.ts";
import { smallTalk } from "./small-talk.ts";
import { useNamedTool } from "./use-named-tool.ts";
import { showMarkdown, writeCode } from "./write-code.ts";

/**
 * "Run this Python: x = 41; print(x)": runs the code as it is written, and tells what it printed.
 */
const runCode: Skill = {
  name: "run-code",
  match({ wholeQuestion, request, results }) {
    const code = codeIn(wholeQuestion);
    if (code === null) return null;
    const tool = findCodeTool(request.tools);
    const made = results.findLast(({ call: { name } }) => name === tool?.name);
    if (made) return say(`It printed:\n\n\`\`\`text\n${made.content.trim()}\n\`\`\``, BRISK);
    return tool ? call(tool.use(code)) : say("I have no Python here to run that with.");
  },
};

const SEEN = /(?:Picture "([^"]*)":\s*)?\[(\w+) picture(?:, (\d+) × (\d+) pixels, ([\w ]+))?\]/g;
const NOT_SEEN = /Picture "([^"]*)":\s*\(Not seen\b/g;
/** Says what is known of the pictures of this turn, or that they cannot be seen. */
const seePicture: Skill = {
  name: "see-picture",
  match(turn) {
    const text = textOf(turn);
    const seen = [...text.matchAll(SEEN)];
    const hidden = [...text.matchAll(NOT_SEEN)].map(([, name = ""]) => name);
    if (seen.length + hidden.length === 0 || turn.results.length > 0) return null;
    const [first] = seen;
    if (first?.[5] && /\bcolou?r\b/i.test(turn.question)) return say(`${first[5]}.`);
    return say([...seen.map(tellOf), ...hidden.map(tellHidden)].join("\n\n"));
  },
};

const ASKED =
  /\b(?:long|detailed|lengthy)\s+(?:answer|text|story|essay|article|explanation|poem|report)\b(?:\s+(?:about|on|of)\s+(.+))?/i;
const COUNT = /\bcount\s+(?:from\s+(\d+)\s+)?(?:up\s+)?to\s+(\d+)\b/i;
const SLOWLY = 4;
const PARAGRAPHS = [
  "Most people meet TOPIC by chance and stay for a reason. The first impression is rarely the right one, and it takes a second look to see what is really there.",
  "It helps to begin with what can be observed. Whoever watches TOPIC for a while notices a rhythm: something begins, something holds, something lets go, and after a pause it begins again.",
  "There is a history to this. Long before anyone wrote about TOPIC, there were people who knew it well and had no name for it, and much of what they knew was never written down.",
  "The practical side is less romantic. Time, material and patience all have a price, and TOPIC asks for each of them in turn, usually in the wrong order.",
  "Opinions differ, as they should. Some hold that TOPIC is best left alone; others say that it only becomes interesting once somebody has begun to change it.",
  "A small example makes it clearer. Picture an ordinary morning, a table, a window, and somebody who has just decided to take TOPIC seriously for the first time.",
  "What comes next is mostly work. The work is not difficult, but there is a good deal of it, and the part that matters tends to hide behind the part that shows.",
  "Mistakes are the best teachers here. Each of them draws a line around what TOPIC is not, and after enough lines the shape inside can be recognised.",
  "There are limits, too. Nobody has ever finished with TOPIC, and those who say that they have usually mean that they have grown tired of it.",
  "So where does that leave us? With a few things that are certain, a few that are likely, and one question that is better kept open.",
];
/** Long answers on request, for trying stop and reload. */
const writeLongAnswer: Skill = {
  name: "write-long-answer",
  match({ question }) {
    const asked = ASKED.exec(question);
    if (!asked) return null;
    const topic = (asked[1] ?? "").replace(/[.?!\s]+$/, "").slice(0, 80) || "patience";
    const paragraphs = [...PARAGRAPHS, ...PARAGRAPHS.slice(1, 5)].map((paragraph) =>
      paragraph.replaceAll("TOPIC", topic),
    );
    return say(
      `## ${capitalise(topic)}\n\n${paragraphs.join("\n\n")}\n\nThat is the end of this answer.`,
    );
  },
};
const countUp: Skill = {
  name: "count-up",
  match({ question }) {
    const asked = COUNT.exec(question);
    if (!asked) return null;
    const from = Number(asked[1] ?? 1);
    const length = Math.min(Math.max(Number(asked[2]) - from + 1, 1), COUNT_MAX);
    const numbers = Array.from({ length }, (_, index) => from + index);
    return say(numbers.join(", "), /\bslow/i.test(question) ? SLOWLY : 1);
  },
};

export const GENERAL_SKILLS: readonly Skill[] = [
  runCode,
  useNamedTool,
  drawChart,
  writeLongAnswer,
  countUp,
  writeCode,
  showMarkdown,
  readPage,
  searchDocuments,
  seePicture,
  answerFromFile,
  calculate,
  searchWeb,
  smallTalk,
  searchForQuestion,
  askForFigures,
];

function codeIn(question: string): string | null {
  const asked = /^\s*run this python:\s*([\s\S]+)$/i.exec(question)?.[1];
  if (asked === undefined) return null;
  return (/^```\w*\n([\s\S]*?)\n?```/.exec(asked)?.[1] ?? asked).trim();
}

/** What the person has said, and shown, since the last answer. */
function textOf({ request: { messages } }: Turn): string {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const since = messages.slice(last + 1).filter(({ role }) => role === "user" || role === "data");
  return since.map(({ content }) => content.slice(0, QUESTION_MAX_CHARS)).join("\n");
}

function tellOf([, name, kind, width, height, colour]: RegExpExecArray): string {
  const what = name ? `**${name}**` : "This";
  if (!width) return `${what} is a ${kind} picture.`;
  return `${what} is a ${kind} picture of ${width} by ${height} pixels. Its first one is ${colour}.`;
}

function tellHidden(name: string): string {
  return `I cannot see **${name}**: this model cannot see pictures.`;
}
