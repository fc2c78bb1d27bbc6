/** Structured output: an object that fits the schema, with the question where free text is wanted. */
import { type Skill, say } from "../skill.ts";
import { plainestValue } from "../tools/fill-arguments.ts";

export const fillSchema: Skill = {
  name: "fill-schema",
  match({ request, question }) {
    if (!request.responseSchema) return null;
    return say(JSON.stringify(plainestValue(request.responseSchema.schema, question)));
  },
};
