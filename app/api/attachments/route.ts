/** `POST` multipart, field `file`: keeps one file for my next message. Its type is read from its content. */
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/require-actor.ts";
import { saveAttachment } from "@/lib/db/attachments/save-attachment.ts";
import { settings } from "@/lib/env/settings.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import {
  ATTACHMENT_MAX_BYTES,
  detectMediaType,
} from "@/lib/tools/file-extraction/detect-media-type.ts";

/** The multipart envelope around a file of the largest size. */
const ENVELOPE_MAX_BYTES = 64 * 1024;

export function POST(request: Request): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    const file = await readUpload(request);
    const data = new Uint8Array(await file.arrayBuffer());
    const detected = await detectMediaType(data, file.name);
    if (!detected.ok) throw new AppError("unsupported-type", { detail: detected.reason });
    const saved = await saveAttachment(
      actor,
      { name: file.name, mediaType: detected.mediaType, data },
      { maxBytesPerDay: settings().UPLOAD_QUOTA_MB_PER_DAY * 1_000_000 },
    );
    if (!saved.ok) throw new AppError("upload-quota");
    return saved.attachment;
  }, 201);
}

/** @throws AppError `too-large` before the body is read where its length says so, `invalid` without a file */
async function readUpload(request: Request): Promise<File> {
  const length = Number(request.headers.get("content-length"));
  if (length > ATTACHMENT_MAX_BYTES + ENVELOPE_MAX_BYTES) throw new AppError("too-large");
  const form = await request.formData().catch((cause: unknown) => {
    throw new AppError("invalid", { cause });
  });
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) throw new AppError("invalid");
  if (file.size > ATTACHMENT_MAX_BYTES) throw new AppError("too-large");
  return file;
}
