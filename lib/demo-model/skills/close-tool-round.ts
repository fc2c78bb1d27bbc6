/** After tools that no other skill asked for: an end in plain words, without anything that a tool said. */
import { type Skill, say } from "../skill.ts";

export const closeToolRound: Skill = {
  name: "close-tool-round",
  match: ({ results }) => (results.length > 0 ? say("That is done.") : null),
};
