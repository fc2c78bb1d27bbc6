/** `GET`: a file that the person of a case saw, for a reviewer who has the case. */
import { fileResponse } from "@/app/api/file-response.ts";
import { parseId } from "@/app/parse-id.ts";
import { readSeenFile } from "@/lib/db/review/desk/read-seen.ts";
import { respondOperatorFile } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string; attachmentId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperatorFile(request, "review:judge", async (actor) => {
    const { runId, attachmentId } = await params;
    const file = await readSeenFile(actor, parseId(runId), parseId(attachmentId));
    return fileResponse(file.name, file.mediaType, file.data);
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
