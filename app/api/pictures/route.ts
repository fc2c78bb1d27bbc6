/** `GET ?address=`: a picture of the network, fetched by the server for a signed-in person who pressed it. */
import { PICTURES_PER_MINUTE } from "@/app/limits.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { createAddressLimit } from "@/lib/edge/address-limit.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { loadPicture } from "./load-picture.ts";

/** Counted for each person. */
const isWithin = createAddressLimit();

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const actor = await requireActor();
    // No other site makes this server fetch, not even by a link that somebody follows.
    const from = request.headers.get("sec-fetch-site");
    if (from !== null && from !== "same-origin") throw new AppError("not-found");
    if (!isWithin(actor.userId, PICTURES_PER_MINUTE)) throw new AppError("rate-limited");
    const address = new URL(request.url).searchParams.get("address") ?? "";
    const { mediaType, data } = await loadPicture(actor, address);
    return new Response(data, {
      headers: { "content-type": mediaType, "cache-control": "private, max-age=600" },
    });
  });
}
