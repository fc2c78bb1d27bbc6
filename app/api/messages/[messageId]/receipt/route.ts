/** `GET`: downloads the receipt of one of the person's own answers (lib/audit/receipt/receipt.ts). 409 until it is sealed. */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { writeReceipt } from "@/lib/audit/receipt/receipt.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { readReceipt } from "@/lib/db/conversations/read-receipt.ts";
import { contentDisposition } from "@/lib/edge/file-name.ts";

type Context = { params: Promise<{ messageId: string }> };

export function GET(_request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const messageId = parseId((await params).messageId);
    const receipt = await readReceipt(await requireActor(), messageId);
    return new Response(writeReceipt(receipt), {
      headers: {
        "content-type": "application/json",
        "content-disposition": contentDisposition(`receipt-${messageId.slice(0, 8)}.json`),
        "cache-control": "private, no-store",
      },
    });
  });
}
