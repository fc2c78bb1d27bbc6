/** All skills, in the order in which they are tried. */
import { takeIntake } from "../intake/take-intake.ts";
import { lookAfterPeople, offerPeopleHelp } from "../people/look-after-people.ts";
import { planTurn } from "../plan/plan-turn.ts";
import { isRecord, parseJson } from "../read-json.ts";
import type { Turn } from "../read-turn.ts";
import { call, type Reply, type Skill, say } from "../skill.ts";
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
