/**
 * `GET`: the beginning of the text of one of the person's own files (lib/contracts/public/files/file-preview.ts). With
 * `?encoding=`, as it would read in that one.
 */
import { parseAs } from "@/app/api/parse-request.ts";
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { isText, withCharset } from "@/lib/contracts/public/files/charset.ts";
import { FilePreview } from "@/lib/contracts/public/files/file-preview.ts";
import { TextEncoding } from "@/lib/contracts/public/files/text-encoding.ts";
import { describeAttachment, readAttachment } from "@/lib/db/attachments/read-attachment.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { previewFile } from "@/lib/tools/file-extraction/preview-file.ts";

type Context = { params: Promise<{ attachmentId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    const id = parseId((await params).attachmentId);
    const encoding = readEncoding(request);
    const { name, mediaType: stored, sizeBytes } = await describeAttachment(actor, id);
    if (encoding && !isText(stored)) throw new AppError("invalid");
    const mediaType = encoding ? withCharset(stored, encoding) : stored;
    const load = async () => (await readAttachment(actor, id)).data;
    const file = { id, name, mediaType, sizeBytes, load };
    const preview = await previewFile(file, {
      person: actor.userId,
      signal: request.signal,
    });
    if (encoding && preview.kind === "none") throw new AppError("encoding-unfit");
    return Response.json(FilePreview.parse(preview), {
      headers: { "cache-control": "private, no-store" },
    });
  });
}

/** @throws AppError `invalid` where it is none that is offered */
function readEncoding(request: Request): TextEncoding | null {
  const asked = new URL(request.url).searchParams.get("encoding");
  return asked === null ? null : parseAs(TextEncoding, asked);
}
