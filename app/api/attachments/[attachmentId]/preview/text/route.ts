/** `GET`: the beginning of the text of one of the person's own files (lib/contracts/public/files/file-preview.ts). */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { FilePreview } from "@/lib/contracts/public/files/file-preview.ts";
import { readAttachment } from "@/lib/db/attachments/read-attachment.ts";
import { previewFile } from "@/lib/tools/file-extraction/preview-file.ts";

type Context = { params: Promise<{ attachmentId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    const id = parseId((await params).attachmentId);
    const { name, mediaType, data } = await readAttachment(actor, id);
    const file = { id, name, mediaType, sizeBytes: data.byteLength, load: async () => data };
    const preview = await previewFile(file, {
      person: actor.userId,
      signal: request.signal,
    });
    return Response.json(FilePreview.parse(preview), {
      headers: { "cache-control": "private, no-store" },
    });
  });
}
