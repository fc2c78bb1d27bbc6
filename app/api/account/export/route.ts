/** `GET`: everything of the person's own as one ZIP archive, written as it is read. */
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { exportAccount } from "@/lib/db/accounts/export-account.ts";
import { contentDisposition } from "@/lib/edge/file-name.ts";
import * as text from "@/lib/messages/export.ts";
import { writeZip } from "./write-zip.ts";

export function GET(): Promise<Response> {
  return respond(async () => {
    const pieces = writeZip(exportAccount(await requireActor()));
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    });
    return new Response(body, {
      headers: {
        "content-type": "application/zip",
        "content-disposition": contentDisposition(`${text.everything()}.zip`),
        "cache-control": "private, no-store",
      },
    });
  });
}
