/**
 * `POST` multipart, field `file`: stores one file for the person's next message. Its type is detected from its content,
 * and what cannot be opened is refused. Of a picture only its pixels are stored.
 */
import { randomUUID } from "node:crypto";
import { respondJson } from "@/app/respond.ts";
import type { Actor } from "@/lib/access/actor.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { countUpload } from "@/lib/auth/sign-in-limiter.ts";
import { saveAttachment } from "@/lib/db/attachments/uploads.ts";
import { readBody } from "@/lib/edge/bodies/read-body.ts";
import { normaliseFileName } from "@/lib/edge/file-name.ts";
import { UPLOAD_BODY_MAX_BYTES, UPLOAD_FILE_MAX_BYTES } from "@/lib/edge/limits.ts";
import { settings } from "@/lib/env/settings.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { shareWork } from "@/lib/gate/shared-work.ts";
import { inspectUpload } from "@/lib/tools/file-extraction/preview-file.ts";

export function POST(request: Request): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    if (!(await countUpload(actor.userId))) throw new AppError("too-many-uploads");
    const who = { person: actor.userId, signal: request.signal };
    return shareWork("upload", who, () => storeUpload(actor, request));
  }, 201);
}

/** @returns the attachment @throws AppError */
async function storeUpload(actor: Actor, request: Request) {
  const file = await readUpload(request);
  const name = normaliseFileName(file.name);
  const data = new Uint8Array(await file.arrayBuffer());
  const id = randomUUID();
  const who = { person: actor.userId, signal: request.signal };
  const inspected = await inspectUpload({ id, name, data }, who);
  if (!inspected.ok) throw new AppError(inspected.code, { detail: inspected.found });
  const saved = await saveAttachment(
    actor,
    { id, name, mediaType: inspected.mediaType, data: inspected.rewritten ?? data },
    { maxBytesPerDay: settings().UPLOAD_QUOTA_MB_PER_DAY * 1_000_000 },
  );
  if (!saved.ok) throw new AppError("upload-quota");
  return saved.attachment;
}

/** @throws AppError `too-large` as soon as the limit is exceeded, `invalid` or `file-empty` without a file */
async function readUpload(request: Request): Promise<File> {
  const type = request.headers.get("content-type") ?? "";
  const body = await readBody(request, UPLOAD_BODY_MAX_BYTES, "too-large");
  const form = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError("invalid", { cause });
    });
  const file = form.get("file");
  if (!(file instanceof File)) throw new AppError("invalid");
  if (file.size === 0) throw new AppError("file-empty");
  if (file.size > UPLOAD_FILE_MAX_BYTES) throw new AppError("too-large");
  return file;
}
