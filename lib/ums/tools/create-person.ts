import "server-only";
/** `create_person`: adds somebody to the directory. */
import { NewUmsPerson } from "../../contracts/ums-person.ts";
import type { Tool } from "../../tools/tool.ts";
import type { Directory } from "../directory.ts";
import { ADDS, answer, emailTaken, fail, LIMITS } from "./tool-defaults.ts";

export function createPersonTool(directory: Directory): Tool<typeof NewUmsPerson> {
  return {
    name: "create_person",
    version: "1.0.0",
    description:
      "Adds a person (user) to the directory. `joined` is a day, YYYY-MM-DD; without it, today. Ask for what is missing instead of inventing it.",
    arguments: NewUmsPerson,
    policy: ADDS,
    ...LIMITS,
    run: async (person) => {
      const written = await directory.create(person);
      return written.ok ? answer({ created: written.person }) : fail(emailTaken(person.email));
    },
  };
}
