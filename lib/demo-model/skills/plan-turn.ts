/** The coordinator's planning call: who answers, in how many steps, with which tools where that can be told. */

import { readPlanRequest } from "../plan/plan-request.ts";
import { planSteps } from "../plan/plan-steps.ts";
import { reviseSteps } from "../plan/revise-steps.ts";
import { type Skill, say } from "../skill.ts";

/** Nobody reads it as it comes: all at once. */
const AT_ONCE = 0;

export const planTurn: Skill = {
  name: "plan-turn",
  match({ request }) {
    const wanted = readPlanRequest(request);
    if (!wanted) return null;
    const plan = wanted.happened ? reviseSteps(wanted, wanted.happened) : planSteps(wanted);
    return say(JSON.stringify(plan), AT_ONCE);
  },
};
