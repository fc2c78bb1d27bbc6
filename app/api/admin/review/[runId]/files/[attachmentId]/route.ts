/** `GET`: a file that the person of a case saw, for who has the case. Always as an attachment: it never runs in this origin. */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { readSeenFile } from "@/lib/db/review/desk/read-seen.ts";
import { contentDisposition } from "@/lib/edge/file-name.ts";
import { admitOperator } from "@/lib/inspector/admit-operator.ts";

type Context = { params: Promise<{ runId: string; attachmentId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const { pathname } = new URL(request.url);
    const actor = await admitOperator(await getActor(), "review:judge", pathname);
    const { runId, attachmentId } = await params;
    const file = await readSeenFile(actor, parseId(runId), parseId(attachmentId));
    return new Response(file.data, {
      headers: {
        "content-type": file.mediaType,
        "content-disposition": contentDisposition(file.name),
        "cache-control": "private, no-store",
      },
    });
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
