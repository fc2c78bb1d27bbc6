/** The tool `search_documents`: the passages of the attached files that match a question best. */
import "server-only";
import { z } from "zod";
import type { FoundPassage } from "../../contracts/passage.ts";
import { SEARCH_DOCUMENTS_LIMITS as LIMITS, REMEMBERED_LIMITS } from "../limits.ts";
import {
  rememberedId,
  rememberedList,
  rememberedNumber,
  rememberedText,
} from "../remembered-fields.ts";
import type { Remembers, Tool, ToolContext, ToolOutcome } from "../tool.ts";
import { type DocumentPorts, embedTexts, indexFiles } from "./index-files.ts";

export const SearchDocumentsArguments = z.strictObject({
  query: z.string().trim().min(1).max(LIMITS.queryMaxChars).describe("The words to look for."),
  attachment_id: z
    .string()
    .max(200)
    .nullish()
    .describe("Only in this attached file. Default: in all."),
  limit: z
    .int()
    .min(1)
    .max(LIMITS.passagesMax)
    .nullish()
    .describe(`How many passages. Default ${LIMITS.passagesDefault}.`),
});
export type SearchDocumentsArguments = z.infer<typeof SearchDocumentsArguments>;

/** The passages' texts are not remembered: the agent searches again. */
const REMEMBERS: Remembers = {
  arguments: z.object({
    query: rememberedText(LIMITS.queryMaxChars),
    attachment_id: rememberedId,
    limit: rememberedNumber,
  }),
  result: z.object({
    passages: rememberedList(
      z.object({
        file: rememberedText(REMEMBERED_LIMITS.nameMaxChars),
        attachment_id: rememberedId,
        passage: rememberedNumber,
      }),
    ),
  }),
};

/** Call it once per process: the list of tools is compared by identity. */
export function createSearchDocuments(ports: DocumentPorts): Tool<typeof SearchDocumentsArguments> {
  return {
    name: "search_documents",
    version: "1",
    description:
      "Finds the passages of the files attached in this conversation, also earlier, that fit a question. Use it for a long file, " +
      "or for several; read a short one whole with file_extraction.",
    arguments: SearchDocumentsArguments,
    timeoutMs: LIMITS.timeoutMs,
    maxResultBytes: LIMITS.maxResultBytes,
    origin: "person-file",
    policy: { writes: false, egress: false, riskTags: ["reads-attachments"] },
    status: "reading",
    remembers: REMEMBERS,
    run: (args, context) => search(ports, args, context),
  };
}

async function search(
  ports: DocumentPorts,
  { query, attachment_id, limit }: SearchDocumentsArguments,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { actor, conversationId, files, signal } = context;
  if (!actor) return fail("Documents cannot be searched here.");
  if (files.length === 0)
    return fail("No file is attached in this conversation. Ask the person to attach it.");
  const file = attachment_id
    ? files.find(({ id, name }) => id === attachment_id || name === attachment_id)
    : null;
  if (file === undefined) {
    const list = files.map(({ id, name }) => `${id} ("${name}")`).join(", ");
    return fail(`There is no attached file "${attachment_id}". There are: ${list}.`);
  }
  const unreadable = await indexFiles(ports, actor, context);
  const [embedding = null] = await embedTexts(ports.embed, [query], signal);
  const found = await ports.search(actor, conversationId, {
    query,
    // Those of the branch: what another one brought is not known here.
    attachmentIds: file ? [file.id] : files.map(({ id }) => id),
    limit: limit ?? LIMITS.passagesDefault,
    embedding,
  });
  const sources = found.map(({ attachmentId, name, ordinal }) => ({
    kind: "document" as const,
    attachmentId,
    name,
    passage: ordinal + 1,
  }));
  return { outcome: "ok", content: describe(query, found, unreadable), sources };
}

function describe(
  query: string,
  found: readonly FoundPassage[],
  unreadable: readonly string[],
): string {
  const passages = found.map(({ attachmentId, name, ordinal, text }) => ({
    file: name,
    attachment_id: attachmentId,
    passage: ordinal + 1,
    text,
  }));
  const nothing = "Nothing was found. Try other words, or read a file with file_extraction.";
  const notes = [
    ...(passages.length === 0 ? [nothing] : []),
    ...unreadable.map((name) => `"${name}" has no text that can be searched.`),
  ];
  return JSON.stringify({ query, passages, ...(notes.length > 0 ? { notes } : {}) });
}

function fail(content: string): ToolOutcome {
  return { outcome: "failed", content };
}
