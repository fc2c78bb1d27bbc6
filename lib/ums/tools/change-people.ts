/** The tools that change the directory: `create_person`, `update_person` and `delete_person`. */
import "server-only";
import { z } from "zod";
import { NewUmsPerson, UpdatePerson } from "../../contracts/ums/ums-person.ts";
import { rememberedId } from "../../tools/remembered-fields.ts";
import type { Tool } from "../../tools/tool.ts";
import type { Directory } from "../directory.ts";
import {
  ADDS,
  answer,
  CHANGES,
  DELETES,
  emailTaken,
  fail,
  LIMITS,
  noSuchPerson,
  rememberedChange,
} from "./tool-defaults.ts";

export function createPersonTool(directory: Directory): Tool<typeof NewUmsPerson> {
  return {
    name: "create_person",
    version: "1.0.0",
    description:
      "Adds a person (user) to the directory. `joined` is a day, YYYY-MM-DD; without it, today. Ask for what is missing instead of inventing it.",
    arguments: NewUmsPerson,
    policy: ADDS,
    remembers: { result: rememberedChange },
    ...LIMITS,
    run: async (person) => {
      const written = await directory.create(person);
      return written.ok ? answer({ created: written.person }) : fail(emailTaken(person.email));
    },
  };
}

export function updatePersonTool(directory: Directory): Tool<typeof UpdatePerson> {
  return {
    name: "update_person",
    version: "1.0.0",
    description:
      "Changes a person (user) of the directory: only the fields that are given. The id comes from list_people or find_people.",
    arguments: UpdatePerson,
    policy: CHANGES,
    remembers: { arguments: z.object({ id: rememberedId }), result: rememberedChange },
    ...LIMITS,
    run: async ({ id, ...change }) => {
      const written = await directory.update(id, change);
      if (written.ok) return answer({ updated: written.person });
      return fail(written.reason === "not-found" ? noSuchPerson(id) : emailTaken(change.email));
    },
  };
}

export const DeletePerson = z.strictObject({ id: z.uuid() });

export function deletePersonTool(directory: Directory): Tool<typeof DeletePerson> {
  return {
    name: "delete_person",
    version: "1.0.0",
    description:
      "Deletes one person (user) from the directory. The id comes from list_people or find_people.",
    arguments: DeletePerson,
    policy: DELETES,
    remembers: { arguments: z.object({ id: rememberedId }), result: rememberedChange },
    ...LIMITS,
    run: async ({ id }) => {
      const person = await directory.delete(id);
      return person ? answer({ deleted: person }) : fail(noSuchPerson(id));
    },
  };
}
