/** `GET`: a picture of a shared copy, for anyone with the link. */
import { parseId } from "@/app/parse-id.ts";
import { respond } from "@/app/respond.ts";
import { readSharedPicture } from "@/lib/db/shares/read-shared.ts";
import { AppError } from "@/lib/errors/app-error.ts";

type Context = { params: Promise<{ token: string; pictureId: string }> };

export function GET(_request: Request, { params }: Context): Promise<Response> {
  return respond(async () => {
    const { token, pictureId } = await params;
    const picture = await readSharedPicture(token, parseId(pictureId));
    if (!picture) throw new AppError("not-found");
    return new Response(picture.data, {
      headers: { "content-type": picture.mediaType, "cache-control": "private, no-store" },
    });
  });
}
