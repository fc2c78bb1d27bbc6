/** The skills in the order in which they are asked. */
import type { Turn } from "../read-turn.ts";
import type { Reply, Skill } from "../skill.ts";
import { closeToolRound, tellApproved } from "./close-tool-round.ts";
import { composeResults } from "./compose-results.ts";
import { fillSchema } from "./fill-schema.ts";
import { GENERAL_SKILLS } from "./general-skills.ts";
import { lookAfterPeople, offerPeopleHelp } from "./look-after-people.ts";
import { planTurn } from "./plan-turn.ts";
import { sayWhatItCanDo } from "./say-what-it-can-do.ts";
import { takeIntake } from "./take-intake.ts";

const SKILLS: readonly Skill[] = [
  planTurn,
  fillSchema,
  composeResults,
  takeIntake,
  lookAfterPeople,
  tellApproved,
  ...GENERAL_SKILLS,
  closeToolRound,
  offerPeopleHelp,
];

/** The first skill that does not pass answers. */
export function answerTurn(turn: Turn): Reply {
  for (const skill of SKILLS) {
    const reply = skill.match(turn);
    if (reply) return reply;
  }
  return sayWhatItCanDo();
}
