import "server-only";
/** The service's tools over a directory: made once for each, so that their schemas are read once. */
import type { Tool } from "../tools/tool.ts";
import type { Directory } from "./directory.ts";
import { countPeopleByTool } from "./tools/count-people-by.ts";
import { createPersonTool } from "./tools/create-person.ts";
import { deletePersonTool } from "./tools/delete-person.ts";
import { findPeopleTool } from "./tools/find-people.ts";
import { listPeopleTool } from "./tools/list-people.ts";
import { updatePersonTool } from "./tools/update-person.ts";

const made = new WeakMap<Directory, readonly Tool[]>();

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
