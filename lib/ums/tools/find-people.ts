import "server-only";
/** `find_people`: people by words. */
import { z } from "zod";
import type { Tool } from "../../tools/tool.ts";
import type { Directory } from "../directory.ts";
import { answer, LIMITS, READS } from "./tool-defaults.ts";

const FOUND_MAX = 20;

const Arguments = z.strictObject({
  query: z.string().trim().min(1).max(200).describe("Words of a name, e-mail, department or city."),
});

export function findPeopleTool(directory: Directory): Tool<typeof Arguments> {
  return {
    name: "find_people",
    version: "1.0.0",
    description:
      "Finds people (users) by words: each word must stand in their name, e-mail, department or city. At most 20 are shown.",
    arguments: Arguments,
    policy: READS,
    ...LIMITS,
    run: async ({ query }) => answer(await directory.find(query, FOUND_MAX)),
  };
}
