/** The text of an attached file. Recent texts are cached, because a long one is read in parts. */
import "server-only";
import { LRUCache } from "lru-cache";
import { FILE_EXTRACTION_LIMITS as LIMITS } from "../limits.ts";
import { createTurnstile } from "../sandbox/create-turnstile.ts";
import type { ToolFile } from "../tool.ts";
import { decodeText } from "./decode-text.ts";
import { AttachmentMediaType } from "./detect-media-type.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";

export type ExtractedText =
  | ReadDocument
  | { ok: false; reason: "unsupported" | "picture" | "not-text" };

type Extracted = Extract<ExtractedText, { ok: true }>;

const KEY = Symbol.for("halfsilver.extracted-texts");
const store = globalThis as { [KEY]?: ReturnType<typeof createStore> };

function createStore() {
  return {
    texts: new LRUCache<string, Extracted>({
      maxSize: LIMITS.cacheMaxChars,
      // An erased file leaves no text in memory for long.
      ttl: LIMITS.cacheMs,
      ttlAutopurge: true,
      sizeCalculation: ({ text }) => text.length + 1,
    }),
    reading: createTurnstile(LIMITS.concurrentFiles),
  };
}

/** The caller must have checked that the file belongs to the person: the cache is keyed by file id alone. */
export async function extractText(file: ToolFile, signal: AbortSignal): Promise<ExtractedText> {
  store[KEY] ??= createStore();
  const { texts, reading } = store[KEY];
  const cached = texts.get(file.id);
  if (cached) return cached;
  const leave = await reading.enter(signal);
  if (leave === "aborted") return { ok: false, reason: "aborted" };
  try {
    const extracted = await extract(file, signal);
    if (extracted.ok) texts.set(file.id, extracted);
    return extracted;
  } finally {
    leave();
  }
}

async function extract(file: ToolFile, signal: AbortSignal): Promise<ExtractedText> {
  const mediaType = AttachmentMediaType.safeParse(file.mediaType).data;
  switch (mediaType) {
    case undefined:
      return { ok: false, reason: "unsupported" };
    case "image/png":
    case "image/jpeg":
    case "image/webp":
    case "image/gif":
      return { ok: false, reason: "picture" };
    case "application/pdf":
      return readDocument("pdf", await file.load(), signal);
    case "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
      return readDocument("docx", await file.load(), signal);
    case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
      return readDocument("xlsx", await file.load(), signal);
    case "application/vnd.openxmlformats-officedocument.presentationml.presentation":
      return readDocument("pptx", await file.load(), signal);
    case "text/plain":
    case "text/markdown":
    case "text/csv":
    case "application/json": {
      const text = decodeText(await file.load());
      if (text === null) return { ok: false, reason: "not-text" };
      return { ok: true, text, pageStarts: null, pageCount: null };
    }
    default:
      return mediaType satisfies never;
  }
}
