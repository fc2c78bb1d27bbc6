import "server-only";
/** The tool `file_extraction`: the text of a file that the person attached. */
import { z } from "zod";
import type { Tool, ToolFile } from "../tool.ts";
import { describeExtracted, PART_MAX_CHARS } from "./describe-extracted.ts";
import { extractText } from "./extract-text.ts";

export const FileExtractionArguments = z.strictObject({
  attachment_id: z.string().min(1).describe("The id of an attached file."),
  page: z.int().min(1).nullish().describe("For a PDF: begin at this page."),
  offset: z.int().min(0).nullish().describe("Begin at this character. Default 0."),
});
export type FileExtractionArguments = z.infer<typeof FileExtractionArguments>;

/** A character is at most three bytes in UTF-8 for each unit that is counted; the frame around takes the rest. */
const RESULT_MAX_BYTES = PART_MAX_CHARS * 3 + 2_000;

export const fileExtraction: Tool<typeof FileExtractionArguments> = {
  name: "file_extraction",
  version: "1",
  description:
    "Returns the text of a file that the person attached (.txt, .md, .csv, .json, .pdf, .docx). A long text comes " +
    `in parts of ${PART_MAX_CHARS} characters: ask again with the offset that the answer names.`,
  arguments: FileExtractionArguments,
  timeoutMs: 30_000,
  maxResultBytes: RESULT_MAX_BYTES,
  policy: { writes: false, egress: false, riskTags: ["reads-attachments"] },
  status: "reading",
  async run({ attachment_id: id, page, offset }, { files, signal }) {
    const file = findFile(files, id);
    if (!file) return { outcome: "failed", content: describeMissing(files, id) };
    return describeExtracted(file, await extractText(file, signal), { page, offset });
  },
};

/** By id; a model that says the name instead is understood where only one file has it. */
function findFile(files: readonly ToolFile[], id: string): ToolFile | undefined {
  const named = files.filter(({ name }) => name === id);
  return files.find((file) => file.id === id) ?? (named.length === 1 ? named[0] : undefined);
}

function describeMissing(files: readonly ToolFile[], id: string): string {
  if (files.length === 0)
    return "No file is attached in this conversation. Ask the person to attach it.";
  const list = files.map((file) => `${file.id} ("${file.name}")`).join(", ");
  return `There is no attached file "${id}". There are: ${list}.`;
}
