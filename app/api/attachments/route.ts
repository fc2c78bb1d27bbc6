/**
 * `POST` multipart, field `file`: stores one file for the person's next message. Its type is detected from its content,
 * and what cannot be opened is refused. Of a picture only its pixels are stored.
 */
import { randomUUID } from "node:crypto";
import { respondJson } from "@/app/respond.ts";
import type { Actor } from "@/lib/access/actor.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { countUpload } from "@/lib/auth/sign-in-limiter.ts";
import { hasRoomFor, saveAttachment } from "@/lib/db/attachments/uploads.ts";
import { readFileField } from "@/lib/edge/bodies/read-file-field.ts";
import { normaliseFileName } from "@/lib/edge/file-name.ts";
import { UPLOAD_ENVELOPE_MAX_BYTES } from "@/lib/edge/limits.ts";
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
  const quota = { maxBytesPerDay: settings().UPLOAD_QUOTA_MB_PER_DAY * 1_000_000 };
  if (!(await hasRoomFor(actor, leastBytesOf(request), quota))) throw new AppError("upload-quota");
  const file = await readFileField(request, "file");
  const { data } = file;
  if (data.length === 0) throw new AppError("file-empty");
  const name = normaliseFileName(file.name);
  const id = randomUUID();
  const who = { person: actor.userId, signal: request.signal };
  const inspected = await inspectUpload({ id, name, data }, who);
  if (!inspected.ok) throw new AppError(inspected.code, { detail: inspected.found });
  const saved = await saveAttachment(
    actor,
    { id, name, mediaType: inspected.mediaType, data: inspected.rewritten ?? data },
    quota,
  );
  if (!saved.ok) throw new AppError("upload-quota");
  return saved.attachment;
}

/** What the file of a request surely has, by the length that it tells. */
function leastBytesOf(request: Request): number {
  const told = Number(request.headers.get("content-length") ?? 0);
  return Math.max(1, told - UPLOAD_ENVELOPE_MAX_BYTES);
}
