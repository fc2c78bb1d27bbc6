import "server-only";
/** `update_person`: changes somebody in the directory. */
import { z } from "zod";
import { UmsPersonChange } from "../../contracts/ums-person.ts";
import type { Tool } from "../../tools/tool.ts";
import type { Directory } from "../directory.ts";
import { answer, CHANGES, emailTaken, fail, LIMITS, noSuchPerson } from "./tool-defaults.ts";

export const UpdatePerson = z
  .strictObject({ id: z.uuid(), ...UmsPersonChange.shape })
  .refine(({ id: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: "Say at least one field to change.",
  });

export function updatePersonTool(directory: Directory): Tool<typeof UpdatePerson> {
  return {
    name: "update_person",
    version: "1.0.0",
    description:
      "Changes a person (user) of the directory: only the fields that are given. The id comes from list_people or find_people.",
    arguments: UpdatePerson,
    policy: CHANGES,
    ...LIMITS,
    run: async ({ id, ...change }) => {
      const written = await directory.update(id, change);
      if (written.ok) return answer({ updated: written.person });
      return fail(written.reason === "not-found" ? noSuchPerson(id) : emailTaken(change.email));
    },
  };
}
