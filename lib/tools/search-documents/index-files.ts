/** Indexes the files of a conversation once each: text, passages, embeddings. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { FoundPassage, NewPassage, PassageSearch } from "../../contracts/passage.ts";
import { extractText } from "../file-extraction/extract-text.ts";
import { SEARCH_DOCUMENTS_LIMITS as LIMITS, SEARCH_DOCUMENTS_LIMITS } from "../limits.ts";
import type { ToolContext, ToolFile } from "../tool.ts";
import { whoAsks } from "../who-asks.ts";

const { passageMaxChars, passageMinChars, passagesPerFileMax } = SEARCH_DOCUMENTS_LIMITS;
/** In order of preference: between paragraphs, lines, sentences, words. */
const PLACES = ["\n\n", "\n", ". ", "? ", "! ", " "];

/** The store of passages, and embeddings where the model has them. */
export type DocumentPorts = {
  /** Ids of the actor's attachments in this conversation that have no passages yet. */
  listUnindexed(actor: Actor, conversationId: string): Promise<readonly string[]>;
  /** Stores the passages of an attachment. Where two writers race, the first one wins. */
  index(actor: Actor, attachmentId: string, passages: readonly NewPassage[]): Promise<void>;
  /** Best first, only from the actor's attachments in this conversation. */
  search(
    actor: Actor,
    conversationId: string,
    search: PassageSearch,
  ): Promise<readonly FoundPassage[]>;
  /** One vector for each text, in order. Where it is absent or fails, the search uses words alone. */
  embed?(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
};

/** @returns the names of files without readable text */
export async function indexFiles(
  ports: DocumentPorts,
  actor: Actor,
  context: ToolContext,
): Promise<string[]> {
  const { conversationId, files, signal } = context;
  const unindexed = new Set(await ports.listUnindexed(actor, conversationId));
  const unreadable: string[] = [];
  for (const file of files.filter(({ id }) => unindexed.has(id))) {
    signal.throwIfAborted();
    if (!(await indexFile(ports, actor, file, context))) unreadable.push(file.name);
  }
  return unreadable;
}

async function indexFile(
  ports: DocumentPorts,
  actor: Actor,
  file: ToolFile,
  context: ToolContext,
): Promise<boolean> {
  const extracted = await extractText(file, whoAsks(context));
  // Not stored as unreadable: a later attempt may succeed.
  if (!extracted.ok && (extracted.reason === "aborted" || extracted.reason === "too-long"))
    return false;
  const texts = extracted.ok ? cutPassages(extracted.text) : [];
  const embeddings = await embedTexts(ports.embed, texts, context.signal);
  const passages = texts.map((text, index) => ({ text, embedding: embeddings[index] ?? null }));
  await ports.index(actor, file.id, passages);
  return passages.length > 0;
}

/** Five digits rank as well as sixteen and take a third of the space. */
const DIGITS = 5;

/** @returns a vector of unit length for each text, or null where the port has none or fails */
export async function embedTexts(
  embed: DocumentPorts["embed"],
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(readonly number[] | null)[]> {
  const none = texts.map(() => null);
  if (!embed) return none;
  try {
    const vectors: (readonly number[] | null)[] = [];
    for (
      let at = 0;
      at < Math.min(texts.length, LIMITS.embeddedPerFileMax);
      at += LIMITS.embeddingBatch
    ) {
      const batch = texts.slice(
        at,
        Math.min(at + LIMITS.embeddingBatch, LIMITS.embeddedPerFileMax),
      );
      const embedded = await embed(batch, signal);
      vectors.push(...batch.map((_, index) => toUnitLength(embedded[index])));
    }
    return texts.map((_, index) => vectors[index] ?? null);
  } catch {
    signal.throwIfAborted();
    return none;
  }
}

function toUnitLength(vector: readonly number[] | undefined): readonly number[] | null {
  const length = Math.hypot(...(vector ?? []));
  if (!vector || !Number.isFinite(length) || length === 0) return null;
  return vector.map((value) => Number((value / length).toFixed(DIGITS)));
}

/**
 * Cuts a text into passages of at most a thousand characters, between paragraphs or sentences where it can.
 * Joined, the passages are the text without the blanks at their edges, up to the maximal number of passages.
 */
export function cutPassages(text: string): string[] {
  const whole = text.replace(/\r\n?/g, "\n").toWellFormed();
  const passages: string[] = [];
  let at = 0;
  while (at < whole.length && passages.length < passagesPerFileMax) {
    const end =
      at + cutAt(whole.slice(at, at + passageMaxChars), at + passageMaxChars >= whole.length);
    const passage = whole.slice(at, end).trim();
    if (passage !== "") passages.push(passage);
    at = end;
  }
  return passages;
}

function cutAt(window: string, isLast: boolean): number {
  if (isLast) return window.length;
  for (const place of PLACES) {
    const at = window.lastIndexOf(place);
    if (at >= passageMinChars) return at + place.length;
  }
  // Do not split a surrogate pair.
  return window.isWellFormed() ? window.length : window.length - 1;
}
