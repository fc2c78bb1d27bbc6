/** `GET ?address=`: a picture of the network, fetched by the server for a signed-in person who pressed it. */
import "server-only";
import { fileTypeFromBuffer } from "file-type";
import { PICTURE_MAX_BYTES, PICTURE_TIMEOUT_MS, PICTURES_PER_MINUTE } from "@/app/limits.ts";
import { respond } from "@/app/respond.ts";
import type { Actor } from "@/lib/access/actor.ts";
import { assertCan } from "@/lib/access/assert-can.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { PictureType } from "@/lib/contracts/pictures.ts";
import { recordPicture } from "@/lib/db/inspector/record-picture.ts";
import { loadPolicies } from "@/lib/db/policies/load-policies.ts";
import { createAddressLimit } from "@/lib/edge/address-limit.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { compilePolicies } from "@/lib/governance/compile-policies.ts";
import { decideHop } from "@/lib/governance/decide-hop.ts";
import { loadPage } from "@/lib/tools/fetch-page/load-page.ts";
import { type ResolveHost, resolvePublicHost } from "@/lib/tools/fetch-page/public-host.ts";
import { rewritePicture } from "@/lib/tools/picture-rewrite/rewrite-picture.ts";

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

type LoadedPicture = { mediaType: PictureType; data: Uint8Array<ArrayBuffer> };

/**
 * Fetches a picture of the network for a person who pressed it (decision 56). It leaves as the gateway's calls do: the
 * policies decide on it, only public hosts are reached, and it is on record. Like an upload, it is written anew.
 * @throws AppError `not-found` where it is no picture, too large, not public, denied by a policy or out of reach;
 *   `too-much-at-once`
 */
export async function loadPicture(
  actor: Actor,
  address: string,
  resolveHost: ResolveHost = resolvePublicHost,
): Promise<LoadedPicture> {
  assertCan(actor, "chat:use");
  const host = URL.parse(address)?.hostname;
  if (!host || !(await mayLeave(actor, host))) throw new AppError("not-found");
  await recordPicture(actor, host);
  const signal = AbortSignal.timeout(PICTURE_TIMEOUT_MS);
  const limits = { person: actor.userId, signal, maxBytes: PICTURE_MAX_BYTES };
  const page = await loadPage(address, resolveHost, limits).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw new AppError("not-found", { cause });
  });
  if (page.status !== 200 || page.cut) throw new AppError("not-found");
  // By its bytes: what a host says of them decides nothing.
  const found = await fileTypeFromBuffer(page.body).catch(() => undefined);
  const mediaType = PictureType.safeParse(found?.mime);
  if (!mediaType.success) throw new AppError("not-found");
  const picture = await rewritePicture(mediaType.data, page.body, {
    person: actor.userId,
    signal,
  });
  if (!picture.ok) throw new AppError("not-found", { detail: picture.reason });
  return { mediaType: mediaType.data, data: picture.data };
}

/** The person's press is their approval. */
async function mayLeave({ role }: Actor, host: string): Promise<boolean> {
  const { outcome } = decideHop(compilePolicies(await loadPolicies()), {
    principal: "gateway",
    action: { kind: "tool", name: "show_picture" },
    context: {
      role,
      objective: null,
      planStep: null,
      riskTags: [],
      egressDomain: host,
      writes: false,
      approved: true,
    },
  });
  return outcome === "allow" || outcome === "would_deny";
}
