/** One answer out of the results of several steps: all of them, in order, each once. */
import type { Turn } from "../read-turn.ts";
import { BRISK, type Skill, say } from "../skill.ts";

export const composeResults: Skill = {
  name: "compose-results",
  match(turn) {
    if (!isComposing(turn)) return null;
    const paragraphs = turn.stepResults.flatMap((result) => result.split(/\n{2,}(?!\s)/));
    return say([...new Set(paragraphs)].join("\n\n"), BRISK);
  },
};

function isComposing({ request, stepResults }: Turn): boolean {
  const instructions = request.messages.find(({ role }) => role === "system")?.content ?? "";
  return stepResults.length > 0 && /\bout of the results\b/i.test(instructions);
}
