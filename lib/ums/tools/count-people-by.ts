import "server-only";
/** `count_people_by`: figures about the directory, for tables and charts. */
import { z } from "zod";
import { UmsCountField } from "../../contracts/ums-person.ts";
import type { Tool } from "../../tools/tool.ts";
import type { Directory } from "../directory.ts";
import { answer, LIMITS, READS } from "./tool-defaults.ts";

const Arguments = z.strictObject({ field: UmsCountField });

export function countPeopleByTool(directory: Directory): Tool<typeof Arguments> {
  return {
    name: "count_people_by",
    version: "1.0.0",
    description:
      "Counts the people (users) of the directory by department, by city, or by the month in which they joined (YYYY-MM, in order).",
    arguments: Arguments,
    policy: READS,
    ...LIMITS,
    run: async ({ field }) => answer({ field, counts: await directory.countBy(field) }),
  };
}
