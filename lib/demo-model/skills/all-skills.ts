/** The skills in the order in which they are asked. */
import type { Turn } from "../read-turn.ts";
import type { Reply, Skill } from "../skill.ts";
import { answerFromFile } from "./answer-from-file.ts";
import { calculate } from "./calculate.ts";
import { closeToolRound } from "./close-tool-round.ts";
import { fillSchema } from "./fill-schema.ts";
import { sayWhatItCanDo } from "./say-what-it-can-do.ts";
import { smallTalk } from "./small-talk.ts";
import { showMarkdown, writeCode } from "./write-code.ts";
import { countUp, writeLongAnswer } from "./write-long-answer.ts";

const SKILLS: readonly Skill[] = [
  fillSchema,
  writeLongAnswer,
  countUp,
  writeCode,
  showMarkdown,
  answerFromFile,
  calculate,
  smallTalk,
  closeToolRound,
];

/** The first skill that does not pass answers. */
export function answerTurn(turn: Turn): Reply {
  for (const skill of SKILLS) {
    const reply = skill.match(turn);
    if (reply) return reply;
  }
  return sayWhatItCanDo();
}
