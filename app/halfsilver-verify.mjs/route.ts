/** `GET`: the program that checks bundles and receipts offline, with the public keys of this server in it. Open to anybody. */
import { respond } from "@/app/respond.ts";
import { VERIFIER_TEXT } from "@/lib/audit/generated/verifier-text.ts";
import { trailKeys } from "@/lib/db/audit/trail-keys.ts";
import { contentDisposition } from "@/lib/edge/file-name.ts";

const PLACE = '"HALFSILVER_SERVED_KEYS"';

export const dynamic = "force-dynamic";

export function GET(): Promise<Response> {
  return respond(async () => {
    const keys = trailKeys().verifierKeys.map((key) => JSON.stringify(key));
    return new Response(
      VERIFIER_TEXT.replace(PLACE, () => keys.join(", ")),
      {
        headers: {
          "content-type": "text/javascript; charset=utf-8",
          "content-disposition": contentDisposition("halfsilver-verify.mjs"),
          "cache-control": "no-store",
        },
      },
    );
  });
}
