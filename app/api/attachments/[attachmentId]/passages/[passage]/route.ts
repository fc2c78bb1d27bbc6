/** `GET`: a passage of one of the person's own files (lib/contracts/public/sources/passage-excerpt.ts). */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { PassageExcerpt } from "@/lib/contracts/public/sources/passage-excerpt.ts";
import { readPassage } from "@/lib/db/passages/read-passage.ts";
import { AppError } from "@/lib/errors/app-error.ts";

type Context = { params: Promise<{ attachmentId: string; passage: string }> };

export function GET(_request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    const { attachmentId, passage } = await params;
    if (!/^[1-9]\d{0,5}$/.test(passage)) throw new AppError("not-found");
    const excerpt = await readPassage(actor, parseId(attachmentId), Number(passage));
    return Response.json(PassageExcerpt.parse(excerpt), {
      headers: { "cache-control": "private, no-store" },
    });
  });
}
