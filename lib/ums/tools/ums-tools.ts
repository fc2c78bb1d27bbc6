/**
 * The registry of the service's tools. Their list is created once per directory, so that schemas are converted once.
 */
import "server-only";
import type { Tool } from "../../tools/tool.ts";
import type { Directory } from "../directory.ts";
import { createPersonTool, deletePersonTool, updatePersonTool } from "./change-people.ts";
import { countPeopleByTool, findPeopleTool, listPeopleTool } from "./read-people.ts";

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
