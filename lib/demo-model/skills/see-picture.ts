/** Says what is known of the pictures of this turn, or that they cannot be seen. */
import type { Turn } from "../read-turn.ts";
import { type Skill, say } from "../skill.ts";

const SEEN = /(?:Picture "([^"]*)":\s*)?\[(\w+) picture(?:, (\d+) × (\d+) pixels, ([\w ]+))?\]/g;
const NOT_SEEN = /Picture "([^"]*)":\s*\(Not seen\b/g;

export const seePicture: Skill = {
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

/** What the person has said since the last answer. */
function textOf({ request: { messages } }: Turn): string {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const since = messages.slice(last + 1).filter(({ role }) => role === "user");
  return since.map(({ content }) => content).join("\n");
}

function tellOf([, name, kind, width, height, colour]: RegExpExecArray): string {
  const what = name ? `**${name}**` : "This";
  if (!width) return `${what} is a ${kind} picture.`;
  return `${what} is a ${kind} picture of ${width} by ${height} pixels. Its first one is ${colour}.`;
}

function tellHidden(name: string): string {
  return `I cannot see **${name}**: this model cannot see pictures.`;
}
