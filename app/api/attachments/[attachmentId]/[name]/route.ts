/** `GET`: downloads one of the person's own files. Always as an attachment: uploaded files never run in this origin. */
import { fileResponse } from "@/app/api/file-response.ts";
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { readAttachment } from "@/lib/db/attachments/read-attachment.ts";

type Context = { params: Promise<{ attachmentId: string; name: string }> };

export function GET(_request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    const file = await readAttachment(actor, parseId((await params).attachmentId));
    return fileResponse(file.name, file.mediaType, file.data);
  });
}
