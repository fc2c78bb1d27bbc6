/**
 * `POST`: stores one of the person's own text files once more, to be read in the encoding that they chose. The bytes are the
 * same; what read the first one keeps it.
 */
import { readBody } from "@/app/api/parse-request.ts";
import { parseId } from "@/app/parse-id.ts";
import { respondJson } from "@/app/respond.ts";
import type { Actor } from "@/lib/access/actor.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { countUpload } from "@/lib/auth/sign-in-limiter.ts";
import { isText, withCharset } from "@/lib/contracts/public/files/charset.ts";
import { ChooseEncoding, type TextEncoding } from "@/lib/contracts/public/files/text-encoding.ts";
import { readAttachment } from "@/lib/db/attachments/read-attachment.ts";
import { saveAttachment } from "@/lib/db/attachments/uploads.ts";
import { FORM_BODY_MAX_BYTES } from "@/lib/edge/limits.ts";
import { settings } from "@/lib/env/settings.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { shareWork } from "@/lib/gate/shared-work.ts";
import { decodeAs } from "@/lib/tools/file-extraction/encoding/decode-text.ts";

type Context = { params: Promise<{ attachmentId: string }> };

export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    const id = parseId((await params).attachmentId);
    const { encoding } = await readBody(request, ChooseEncoding, FORM_BODY_MAX_BYTES);
    if (!(await countUpload(actor.userId))) throw new AppError("too-many-uploads");
    const who = { person: actor.userId, signal: request.signal };
    return shareWork("upload", who, () => storeAnew(actor, id, encoding));
  }, 201);
}

/** @returns the new attachment, which no message has @throws AppError */
async function storeAnew(actor: Actor, id: string, encoding: TextEncoding) {
  const { name, mediaType, data } = await readAttachment(actor, id);
  if (!isText(mediaType)) throw new AppError("invalid");
  if (!decodeAs(data, encoding)) throw new AppError("encoding-unfit");
  const saved = await saveAttachment(
    actor,
    { name, mediaType: withCharset(mediaType, encoding), data },
    { maxBytesPerDay: settings().UPLOAD_QUOTA_MB_PER_DAY * 1_000_000 },
  );
  if (!saved.ok) throw new AppError("upload-quota");
  return saved.attachment;
}
