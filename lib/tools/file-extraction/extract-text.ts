/** The text of an attached file. */
import "server-only";
import { z } from "zod";
import { charsetOf } from "../../contracts/public/files/charset.ts";
import { FileNote } from "../../contracts/public/files/file-preview.ts";
import type { Waiting } from "../../gate/fair-gate.ts";
import { givesWay, takePlace } from "../../gate/shared-work.ts";
import { FILE_EXTRACTION_LIMITS as LIMITS } from "../limits.ts";
import { runOnce, workerOptions } from "../sandbox/run-once.ts";
import { packagesPath } from "../sandbox/spawn-sandboxed-node.ts";
import type { ToolFile } from "../tool.ts";
import { attachmentTypeOf } from "./detect-media-type.ts";
import { readText } from "./encoding/decode-text.ts";
import { asRead, keepText, keptText } from "./kept-texts.ts";

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

/**
 * The caller must have checked that the file belongs to the person: the cache is keyed by file id alone.
 * @param who of whose places it takes one
 * @throws AppError `too-much-at-once`
 */
export async function extractText(file: ToolFile, who: Waiting): Promise<ExtractedText> {
  const kept = keptText(file);
  if (kept) return kept;
  const leave = await takePlace("read", who);
  if (leave === "aborted") return { ok: false, reason: "aborted" };
  try {
    const extracted = await extract(file, who);
    if (extracted.ok) keepText(file, extracted);
    return extracted;
  } finally {
    leave();
  }
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
      return decoded ? asRead(decoded) : { ok: false, reason: "not-text" };
    }
    default:
      return mediaType satisfies never;
  }
}

type Reply = z.infer<typeof Reply>;

type ReadDocument =
  | Reply
  | { ok: false; reason: "too-much-work" | "too-long" | "hung" | "aborted" };

/**
 * Reads a PDF or an Office document in a process of its own: a hostile document can only end that process. Never rejects.
 */
async function readDocument(
  kind: keyof typeof LIBRARIES,
  bytes: Uint8Array,
  who: Waiting,
): Promise<ReadDocument> {
  const args = [kind, packagesPath(...LIBRARIES[kind])];
  const options = {
    ...workerOptions("file-extraction", args, LIMITS),
    isLast: givesWay(who),
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
