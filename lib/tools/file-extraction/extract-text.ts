import "server-only";
/** The text of an attached file. The last few are kept, as a long one is read in parts. */
import { createTurnstile } from "../sandbox/create-turnstile.ts";
import type { ToolFile } from "../tool.ts";
import { decodeText } from "./decode-text.ts";
import { AttachmentMediaType } from "./media-types.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";

export type ExtractedText = ReadDocument | { ok: false; reason: "unsupported" | "not-text" };

const KEPT_MAX_CHARS = 4_000_000;
const READING_AT_ONCE = 2;

const KEY = Symbol.for("halfsilver.extracted-texts");
const store = globalThis as { [KEY]?: ReturnType<typeof createStore> };

function createStore() {
  return { texts: new Map<string, ExtractedText>(), reading: createTurnstile(READING_AT_ONCE) };
}

/** Whoever calls has made sure that the file is the person's: what is kept is found by its id alone. */
export async function extractText(file: ToolFile, signal: AbortSignal): Promise<ExtractedText> {
  store[KEY] ??= createStore();
  const { texts, reading } = store[KEY];
  const known = texts.get(file.id);
  if (known) return known;
  const leave = await reading.enter(signal);
  if (leave === "aborted") return { ok: false, reason: "aborted" };
  try {
    const extracted = await extract(file, signal);
    if (extracted.ok) keep(texts, file.id, extracted);
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
    case "application/pdf":
      return readDocument("pdf", await file.load(), signal);
    case "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
      return readDocument("docx", await file.load(), signal);
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

/** The oldest are let go when together they are too much. */
function keep(texts: Map<string, ExtractedText>, id: string, extracted: ExtractedText): void {
  texts.set(id, extracted);
  const sizeOf = (text: ExtractedText) => (text.ok ? text.text.length : 0);
  let chars = 0;
  for (const text of texts.values()) chars += sizeOf(text);
  for (const [oldId, text] of texts) {
    if (chars <= KEPT_MAX_CHARS) return;
    texts.delete(oldId);
    chars -= sizeOf(text);
  }
}
