/** `GET`: one of the person's own Markdown documents as a PDF. */
import { fileResponse } from "@/app/api/file-response.ts";
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { readAttachment } from "@/lib/db/attachments/read-attachment.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import * as text from "@/lib/messages/documents.ts";
import { printDocument } from "@/lib/tools/document-print/print-document.ts";

type Context = { params: Promise<{ attachmentId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    const file = await readAttachment(actor, parseId((await params).attachmentId));
    if (file.mediaType !== "text/markdown") throw new AppError("not-found");
    const labels = {
      page: text.pageNumber(PLACES),
      missing: text.printMissing(),
      plain: text.printPlain(),
    };
    const markdown = new TextDecoder().decode(file.data);
    const printed = await printDocument(markdown, labels, {
      person: actor.userId,
      signal: request.signal,
    });
    if (!printed.ok) {
      throw new AppError(printed.reason === "too-long" ? "too-large" : "unavailable", {
        detail: `the document was not printed: ${printed.reason}`,
      });
    }
    const name = file.name.replace(/(?:\.md)?$/i, ".pdf");
    return fileResponse(name, "application/pdf", printed.pdf);
  });
}

/** Filled in by the process that knows the pages. */
const PLACES = { page: "{page}", pages: "{pages}" };
