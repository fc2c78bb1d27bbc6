import "server-only";
/** `list_people`: a page of the directory. */
import { z } from "zod";
import { UmsPersonSort } from "../../contracts/ums-person.ts";
import type { Tool } from "../../tools/tool.ts";
import type { Directory } from "../directory.ts";
import { answer, LIMITS, READS } from "./tool-defaults.ts";

const Arguments = z.strictObject({
  limit: z.int().min(1).max(50).default(10).describe("How many people, at most 50."),
  offset: z.int().min(0).max(1_000_000).default(0).describe("How many people to leave out first."),
  department: z.string().min(1).max(80).optional().describe("Only this department."),
  city: z.string().min(1).max(80).optional().describe("Only this city."),
  sort: UmsPersonSort.default("added").describe("`added` is the directory's own order."),
});

export function listPeopleTool(directory: Directory): Tool<typeof Arguments> {
  return {
    name: "list_people",
    version: "1.0.0",
    description:
      "Lists people (users) of the directory with id, name, e-mail, department, city and day of joining, and says how many there are in all.",
    arguments: Arguments,
    policy: READS,
    ...LIMITS,
    run: async (args) => answer({ offset: args.offset, ...(await directory.list(args)) }),
  };
}
