/** `DELETE`: takes back one of the person's own uploads that no message has. */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { removeUpload } from "@/lib/db/attachments/uploads.ts";

type Context = { params: Promise<{ attachmentId: string }> };

export function DELETE(_request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    await removeUpload(actor, parseId((await params).attachmentId));
    return new Response(null, { status: 204 });
  });
}
