/** All skills, in the order in which they are tried. */
import { takeIntake } from "../intake/take-intake.ts";
import { lookAfterPeople, offerPeopleHelp } from "../people/look-after-people.ts";
import { planTurn } from "../plan/plan-turn.ts";
import type { Turn } from "../read-turn.ts";
import { type Reply, type Skill, say } from "../skill.ts";
import { plainestValue } from "../tools/find-tool.ts";
import { closeToolRound, composeResults, tellApproved } from "./close-round.ts";
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

/** The reply of the first skill that matches. */
export function answerTurn(turn: Turn): Reply {
  for (const skill of SKILLS) {
    const reply = skill.match(turn);
    if (reply) return reply;
  }
  return sayWhatItCanDo();
}
