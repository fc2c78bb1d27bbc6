/** Long answers on request, for trying stop and reload. */

import { capitalise } from "../calculations/calculation.ts";
import { COUNT_MAX } from "../limits.ts";
import { type Skill, say } from "../skill.ts";

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

export const writeLongAnswer: Skill = {
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

export const countUp: Skill = {
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
