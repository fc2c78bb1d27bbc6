/**
 * The registry of the service's tools. Their list is created once per directory, so that schemas are converted once.
 */
import "server-only";
import { z } from "zod";
import { UmsCountField, UmsPersonSort } from "../../contracts/ums/ums-person.ts";
import { REMEMBERED_LIMITS } from "../../tools/limits.ts";
import {
  rememberedEnum,
  rememberedList,
  rememberedNumber,
  rememberedText,
} from "../../tools/remembered-fields.ts";
import type { Tool } from "../../tools/tool.ts";
import type { Directory } from "../directory.ts";
import { UMS_LIMITS } from "../limits.ts";
import { createPersonTool, deletePersonTool, updatePersonTool } from "./change-people.ts";
import { answer, LIMITS, READS, rememberedPerson } from "./tool-defaults.ts";

const made = new WeakMap<Directory, readonly Tool[]>();

const rememberedName = rememberedText(REMEMBERED_LIMITS.nameMaxChars);
const rememberedPeople = {
  offset: rememberedNumber,
  total: rememberedNumber,
  people: rememberedList(rememberedPerson),
};
const ListPeople = z.strictObject({
  limit: z
    .int()
    .min(1)
    .max(UMS_LIMITS.listedMax)
    .default(UMS_LIMITS.listedDefault)
    .describe("How many people, at most 50."),
  offset: z.int().min(0).max(1_000_000).default(0).describe("How many people to leave out first."),
  department: z.string().min(1).max(80).optional().describe("Only this department."),
  city: z.string().min(1).max(80).optional().describe("Only this city."),
  sort: UmsPersonSort.default("added").describe("`added` is the directory's own order."),
});
const FindPeople = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(UMS_LIMITS.queryMaxChars)
    .describe("Words of a name, e-mail, department or city."),
});
const CountPeople = z.strictObject({ field: UmsCountField });

/** @returns the same list for the same directory */
export function umsTools(directory: Directory): readonly Tool[] {
  const tools = made.get(directory) ?? makeTools(directory);
  made.set(directory, tools);
  return tools;
}

function makeTools(directory: Directory): readonly Tool[] {
  return [
    listPeopleTool(directory),
    findPeopleTool(directory),
    createPersonTool(directory),
    updatePersonTool(directory),
    deletePersonTool(directory),
    countPeopleByTool(directory),
  ];
}

// The tools that read the directory: `list_people`, `find_people` and `count_people_by`.

function listPeopleTool(directory: Directory): Tool<typeof ListPeople> {
  return {
    name: "list_people",
    version: "1.0.0",
    description:
      "Lists people (users) of the directory with id, name, e-mail, department, city and day of joining, and says how many there are in all.",
    arguments: ListPeople,
    policy: READS,
    remembers: {
      arguments: z.object({
        limit: rememberedNumber,
        offset: rememberedNumber,
        department: rememberedName,
        city: rememberedName,
        sort: rememberedEnum(UmsPersonSort.options),
      }),
      result: z.object(rememberedPeople),
    },
    ...LIMITS,
    run: async (args) => answer({ offset: args.offset, ...(await directory.list(args)) }),
  };
}

function findPeopleTool(directory: Directory): Tool<typeof FindPeople> {
  return {
    name: "find_people",
    version: "1.0.0",
    description:
      "Finds people (users) by words: each word must stand in their name, e-mail, department or city. At most 20 are shown.",
    arguments: FindPeople,
    policy: READS,
    remembers: {
      arguments: z.object({ query: rememberedText(UMS_LIMITS.queryMaxChars) }),
      result: z.object(rememberedPeople),
    },
    ...LIMITS,
    run: async ({ query }) => answer(await directory.find(query, UMS_LIMITS.foundMax)),
  };
}

function countPeopleByTool(directory: Directory): Tool<typeof CountPeople> {
  return {
    name: "count_people_by",
    version: "1.0.0",
    description:
      "Counts the people (users) of the directory by department, by city, or by the month in which they joined (YYYY-MM, in order).",
    arguments: CountPeople,
    policy: READS,
    remembers: {
      arguments: z.object({ field: rememberedEnum(UmsCountField.options) }),
      result: z.object({
        counts: rememberedList(z.object({ value: rememberedName, count: rememberedNumber })),
      }),
    },
    ...LIMITS,
    run: async ({ field }) => answer({ field, counts: await directory.countBy(field) }),
  };
}
