/**
 * Reads the one file of a form (RFC 7578) into memory as it comes: its bytes stand there once, where the web's own
 * `formData()` holds several copies of the whole form at a time.
 */
import { once } from "node:events";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { AppError } from "../../errors/app-error.ts";
import {
  UPLOAD_BODY_MAX_BYTES,
  UPLOAD_FIELD_MAX_BYTES,
  UPLOAD_FILE_MAX_BYTES,
  UPLOAD_PARTS_MAX,
} from "../limits.ts";

export type FileField = { name: string; data: Uint8Array<ArrayBuffer> };

/** What browsers write for these characters in a quoted name (HTML, 4.10.21.8). */
const ESCAPED: Record<string, string> = { "%22": '"', "%0D": "\r", "%0A": "\n" };

/**
 * @param field of the form; other fields are read past
 * @throws AppError `too-large` as soon as a limit is exceeded, `invalid` without such a file, or where the form breaks off
 */
export async function readFileField(request: Request, field: string): Promise<FileField> {
  const type = request.headers.get("content-type") ?? "";
  const form = openForm(type);
  let found: { name: string; bytes: () => Uint8Array<ArrayBuffer> | null } | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    form.on("finish", resolve);
    form.on("error", (cause) => reject(new AppError("invalid", { cause })));
    form.on("file", (name, stream, fileName) => {
      // It ends with the form, whose own error says so.
      stream.on("error", () => {});
      if (found || name !== field) return void stream.resume();
      const written = fileName.replace(/%22|%0[DA]/gi, (code) => ESCAPED[code.toUpperCase()] ?? "");
      found = { name: written, bytes: collect(stream, lengthOf(request)) };
    });
  });
  await Promise.all([feed(form, request, ended), ended]);
  const data = found?.bytes();
  if (!found || data === undefined) throw new AppError("invalid");
  if (data === null) throw new AppError("too-large");
  return { name: found.name, data };
}

function openForm(type: string): Busboy {
  try {
    return new Busboy({
      headers: { "content-type": type },
      // The name is normalised where it is used.
      preservePath: true,
      limits: { parts: UPLOAD_PARTS_MAX, fieldSize: UPLOAD_FIELD_MAX_BYTES },
    });
  } catch (cause) {
    throw new AppError("invalid", { cause });
  }
}

/** The rest of a body over the limit stays unread, as in read-body.ts. */
async function feed(form: Busboy, request: Request, ended: Promise<void>): Promise<void> {
  const reader = request.body?.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      bytes += value.byteLength;
      if (bytes > UPLOAD_BODY_MAX_BYTES) break;
      if (!form.write(value)) await Promise.race([once(form, "drain"), ended]);
    }
  } catch (cause) {
    form.destroy();
    throw new AppError("invalid", { cause });
  }
  reader?.releaseLock();
  form.end();
  if (bytes > UPLOAD_BODY_MAX_BYTES) throw new AppError("too-large");
}

/** Of the whole body, so at least that of its file. Unknown where it comes in chunks. */
function lengthOf(request: Request): number {
  const told = Number(request.headers.get("content-length") ?? UPLOAD_FILE_MAX_BYTES);
  return Math.min(told, UPLOAD_FILE_MAX_BYTES);
}

/** @returns at the end of the stream: its bytes; null where they are more than a file may have */
function collect(stream: BusboyFileStream, max: number): () => Uint8Array<ArrayBuffer> | null {
  const all = new Uint8Array(max);
  let length = 0;
  let isOver = false;
  stream.on("data", (piece: Uint8Array) => {
    isOver ||= length + piece.byteLength > max;
    if (isOver) return;
    all.set(piece, length);
    length += piece.byteLength;
  });
  return () => (isOver ? null : all.subarray(0, length));
}
