import "server-only";
/** `delete_person`: takes somebody out of the directory. */
import { z } from "zod";
import type { Tool } from "../../tools/tool.ts";
import type { Directory } from "../directory.ts";
import { answer, DELETES, fail, LIMITS, noSuchPerson } from "./tool-defaults.ts";

export const DeletePerson = z.strictObject({ id: z.uuid() });

export function deletePersonTool(directory: Directory): Tool<typeof DeletePerson> {
  return {
    name: "delete_person",
    version: "1.0.0",
    description:
      "Deletes one person (user) from the directory. The id comes from list_people or find_people.",
    arguments: DeletePerson,
    policy: DELETES,
    ...LIMITS,
    run: async ({ id }) => {
      const person = await directory.delete(id);
      return person ? answer({ deleted: person }) : fail(noSuchPerson(id));
    },
  };
}
