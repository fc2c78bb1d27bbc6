/** One answer out of the results of several steps: all of them, in order, each once. */
import type { Turn } from "../read-turn.ts";
import { BRISK, type Skill, say } from "../skill.ts";

export const composeResults: Skill = {
  name: "compose-results",
  match(turn) {
    if (!isComposing(turn)) return null;
    const paragraphs = turn.stepResults.flatMap((result) => result.split(/\n{2,}(?!\s)/));
    return say([...new Set([...paragraphs, ...undoneIn(turn)])].join("\n\n"), BRISK);
  },
};

function isComposing({ request, stepResults }: Turn): boolean {
  const instructions = request.messages.find(({ role }) => role === "system")?.content ?? "";
  return stepResults.length > 0 && /\bout of the results\b/i.test(instructions);
}

/** What is to be said of the rest. */
function undoneIn({ request }: Turn): string[] {
  const told = request.messages.findLast(
    ({ role, content }) => role === "user" && /^Could not be done\b/.test(content),
  );
  const items = told?.content.split("\n").filter((line) => line.startsWith("- ")) ?? [];
  if (items.length === 0) return [];
  return [`This part did not work, so it is missing here:\n\n${items.join("\n")}`];
}
