import "server-only";
/** The tools of the general agent. */
import { fileExtraction } from "./file-extraction/file-extraction.ts";
import { pythonInterpreter } from "./python-interpreter/python-interpreter.ts";
import type { Tool } from "./tool.ts";

export const generalTools: readonly Tool[] = [pythonInterpreter, fileExtraction];
