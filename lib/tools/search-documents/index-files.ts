import "server-only";
/** Brings the files of a conversation into the index: text, passages, embeddings. Each is done once. */
import type { Actor } from "../../access/actor.ts";
import { extractText } from "../file-extraction/extract-text.ts";
import type { ToolContext, ToolFile } from "../tool.ts";
import { cutPassages } from "./cut-passages.ts";
import type { DocumentPorts } from "./document-ports.ts";
import { embedTexts } from "./embed-texts.ts";

/** @returns names of files that have no text, or none that can be read */
export async function indexFiles(
  ports: DocumentPorts,
  actor: Actor,
  { conversationId, files, signal }: ToolContext,
): Promise<string[]> {
  const unindexed = new Set(await ports.listUnindexed(actor, conversationId));
  const unreadable: string[] = [];
  for (const file of files.filter(({ id }) => unindexed.has(id))) {
    signal.throwIfAborted();
    if (!(await indexFile(ports, actor, file, signal))) unreadable.push(file.name);
  }
  return unreadable;
}

async function indexFile(
  ports: DocumentPorts,
  actor: Actor,
  file: ToolFile,
  signal: AbortSignal,
): Promise<boolean> {
  const extracted = await extractText(file, signal);
  // It may work another time, when there is less to do.
  if (!extracted.ok && (extracted.reason === "aborted" || extracted.reason === "too-long"))
    return false;
  const texts = extracted.ok ? cutPassages(extracted.text) : [];
  const embeddings = await embedTexts(ports.embed, texts, signal);
  const passages = texts.map((text, index) => ({ text, embedding: embeddings[index] ?? null }));
  await ports.index(actor, file.id, passages);
  return passages.length > 0;
}
