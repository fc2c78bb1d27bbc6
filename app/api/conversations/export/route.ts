/** `GET`: all of the person's conversations as one file, `?as=markdown` or `?as=json`, written as it is read. */
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { exportConversations } from "@/lib/db/conversations/export/export-conversations.ts";
import { writeConversations } from "@/lib/db/conversations/export/write-export.ts";
import * as text from "@/lib/messages/export.ts";
import { exportFormOf, exportHeaders } from "../export-headers.ts";

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const form = exportFormOf(request);
    const pieces = writeConversations(exportConversations(await requireActor()), form);
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    });
    return new Response(body, { headers: exportHeaders(text.all(), form) });
  });
}
