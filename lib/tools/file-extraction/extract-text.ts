/** The text of an attached file. Recent texts are cached, because a long one is read in parts. */
import "server-only";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { charsetOf } from "../../contracts/public/files/charset.ts";
import { FileNote } from "../../contracts/public/files/file-preview.ts";
import { processWide } from "../../env/process-wide.ts";
import type { Waiting } from "../../gate/fair-gate.ts";
import { givesWay, takePlace } from "../../gate/shared-work.ts";
import { FILE_EXTRACTION_LIMITS as LIMITS } from "../limits.ts";
import { type OnceOptions, runOnce } from "../sandbox/run-once.ts";
import { packagesPath, toolsPath } from "../sandbox/spawn-sandboxed-node.ts";
import type { ToolFile } from "../tool.ts";
import { attachmentTypeOf } from "./detect-media-type.ts";
import { type DecodedText, readText } from "./encoding/decode-text.ts";

const HTMLPARSER = ["htmlparser2", "dist", "index.js"];
const LIBRARIES = {
  pdf: ["unpdf", "dist", "index.mjs"],
  docx: HTMLPARSER,
  xlsx: HTMLPARSER,
  pptx: HTMLPARSER,
};
const Reply = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    text: z.string(),
    /** Where each page, sheet or slide that was read starts in `text`; null where the format has no pages. */
    pageStarts: z.array(z.number()).nullable(),
    /** The number of them in the whole document; not all of them need have been read. */
    pageCount: z.number().nullable(),
    /** What there is to say about the text; none of it stands in the text. */
    notes: z.array(FileNote).default([]),
  }),
  z.object({
    ok: z.literal(false),
    reason: z.enum(["damaged", "too-big", "password", "no-text"]),
  }),
]);

export type ExtractedText =
  | ReadDocument
  | { ok: false; reason: "unsupported" | "picture" | "not-text" };

type Extracted = Extract<ExtractedText, { ok: true }>;

const store = processWide("extracted-texts", createStore);

function createStore() {
  return {
    texts: new LRUCache<string, Extracted>({
      maxSize: LIMITS.cacheMaxChars,
      // An erased file leaves no text in memory for long.
      ttl: LIMITS.cacheMs,
      ttlAutopurge: true,
      sizeCalculation: ({ text }) => text.length + 1,
    }),
  };
}

/**
 * The caller must have checked that the file belongs to the person: the cache is keyed by file id alone.
 * @param who of whose places it takes one
 * @throws AppError `too-much-at-once`
 */
export async function extractText(file: ToolFile, who: Waiting): Promise<ExtractedText> {
  const { texts } = store();
  const key = keyOf(file);
  const cached = texts.get(key);
  if (cached) return cached;
  const leave = await takePlace("read", who);
  if (leave === "aborted") return { ok: false, reason: "aborted" };
  try {
    const extracted = await extract(file, who);
    if (extracted.ok) texts.set(key, extracted);
    return extracted;
  } finally {
    leave();
  }
}

/** The same file is looked at in several encodings before one is chosen. */
const keyOf = ({ id, mediaType }: Pick<ToolFile, "id" | "mediaType">) => `${id} ${mediaType}`;

/** Keeps the text of an upload that was just decoded, for who asks next: the person's card, or the turn. */
export function keepText(file: Pick<ToolFile, "id" | "mediaType">, decoded: DecodedText): void {
  store().texts.set(keyOf(file), toExtracted(decoded));
}

function toExtracted(decoded: DecodedText): Extracted {
  const { text } = decoded;
  return { ok: true, text, pageStarts: null, pageCount: null, notes: notesOf(decoded) };
}

async function extract(file: ToolFile, who: Waiting): Promise<ExtractedText> {
  const mediaType = attachmentTypeOf(file.mediaType);
  switch (mediaType) {
    case undefined:
      return { ok: false, reason: "unsupported" };
    case "image/png":
    case "image/jpeg":
    case "image/webp":
    case "image/gif":
      return { ok: false, reason: "picture" };
    case "application/pdf":
      return readDocument("pdf", await file.load(), who);
    case "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
      return readDocument("docx", await file.load(), who);
    case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
      return readDocument("xlsx", await file.load(), who);
    case "application/vnd.openxmlformats-officedocument.presentationml.presentation":
      return readDocument("pptx", await file.load(), who);
    case "text/plain":
    case "text/markdown":
    case "text/csv":
    case "application/json": {
      const decoded = await readText(await file.load(), charsetOf(file.mediaType));
      return decoded ? toExtracted(decoded) : { ok: false, reason: "not-text" };
    }
    default:
      return mediaType satisfies never;
  }
}

/** UTF-8 needs no word: it is told by its bytes alone. */
function notesOf({ encoding, isSure, spoilt }: DecodedText): FileNote[] {
  const notes: FileNote[] = [];
  if (encoding !== "utf-8")
    notes.push({ code: isSure ? "encoding" : "encoding-guessed", count: 1, name: encoding });
  if (spoilt > 0) notes.push({ code: "spoilt", count: spoilt });
  return notes;
}

type Reply = z.infer<typeof Reply>;

/**
 * Reads a PDF or an Office document in a process of its own. A hostile document can only end that process.
 */
type ReadDocument =
  | Reply
  | { ok: false; reason: "too-much-work" | "too-long" | "hung" | "aborted" };

/** Never rejects. */
async function readDocument(
  kind: keyof typeof LIBRARIES,
  bytes: Uint8Array,
  who: Waiting,
): Promise<ReadDocument> {
  const inside = toolsPath("file-extraction", "inside");
  const options: OnceOptions = {
    script: `${inside}/worker.mjs`,
    args: [kind, packagesPath(...LIBRARIES[kind])],
    isLast: givesWay(who),
    readable: [`${inside}/*`, toolsPath("sandbox", "inside", "*"), packagesPath("*")],
    heapMaxMb: LIMITS.processHeapMaxMb,
    processorMaxS: LIMITS.processorMaxS,
    timeoutMs: LIMITS.processTimeoutMs,
    memoryMaxBytes: LIMITS.processMemoryMaxBytes,
    replyMaxBytes: LIMITS.processReplyMaxBytes,
  };
  const reply = await runOnce(options, bytes, who.signal);
  return reply.ok ? parseReply(reply.line) : { ok: false, reason: FAILURES[reply.reason] };
}

const FAILURES = {
  "too-much-work": "too-much-work",
  "too-slow": "too-long",
  "too-big": "too-big",
  hung: "hung",
  crashed: "damaged",
  aborted: "aborted",
} as const;

function parseReply(line: string): ReadDocument {
  try {
    return Reply.parse(JSON.parse(line));
  } catch {
    return { ok: false, reason: "damaged" };
  }
}
