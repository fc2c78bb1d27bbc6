/** Decodes a picture and writes it anew, in a process of its own: only its pixels are kept, upright. */
import "server-only";
import { z } from "zod";
import type { PictureType } from "../../contracts/pictures.ts";
import type { Waiting } from "../../gate/fair-gate.ts";
import { givesWay, takePlace } from "../../gate/shared-work.ts";
import { PICTURE_REWRITE_LIMITS as LIMITS } from "../limits.ts";
import { type OnceOptions, runOnce, workerOptions } from "../sandbox/run-once.ts";
import { packagesPath } from "../sandbox/spawn-sandboxed-node.ts";

const Reply = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    /** Base64. */
    data: z.string(),
    width: z.number(),
    height: z.number(),
  }),
  z.object({ ok: z.literal(false), reason: z.enum(["damaged", "too-large"]) }),
]);

/** `too-large`: in pixels, or in bytes once it is written anew. */
export type RewrittenPicture =
  | {
      ok: true;
      data: Uint8Array<ArrayBuffer>;
      /** In pixels, as it is seen. */
      width: number;
      height: number;
    }
  | {
      ok: false;
      reason: "damaged" | "too-large" | "too-much-work" | "too-long" | "hung" | "aborted";
    };

const KINDS: Record<PictureType, string> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/webp": "webp",
  "image/gif": "gif",
};

/**
 * A longer animation than the limits allow becomes its first picture.
 * @param mediaType found by its content; the new picture has the same
 * @param who of whose places for the reading of files it takes one
 * @throws AppError `too-much-at-once`
 */
export async function rewritePicture(
  mediaType: PictureType,
  data: Uint8Array,
  who: Waiting,
): Promise<RewrittenPicture> {
  const leave = await takePlace("read", who);
  if (leave === "aborted") return { ok: false, reason: "aborted" };
  try {
    const reply = await runOnce(
      { ...optionsFor(mediaType), isLast: givesWay(who) },
      data,
      who.signal,
    );
    return reply.ok ? parseReply(reply.line) : { ok: false, reason: FAILURES[reply.reason] };
  } finally {
    leave();
  }
}

function optionsFor(mediaType: PictureType): OnceOptions {
  const { pixelsMax, sideMax, framesMax, animationPixelsMax, maxBytes } = LIMITS;
  const limits = { pixelsMax, sideMax, framesMax, animationPixelsMax, maxBytes };
  const library = packagesPath("sharp", "dist", "index.mjs");
  const args = [KINDS[mediaType], library, JSON.stringify(limits)];
  return {
    ...workerOptions("picture-rewrite", args, LIMITS),
    // The decoder is native code. What it reads from is chosen above, and it opens no files by itself.
    hasAddons: true,
  };
}

const FAILURES = {
  "too-much-work": "too-much-work",
  "too-slow": "too-long",
  "too-big": "too-large",
  hung: "hung",
  crashed: "damaged",
  aborted: "aborted",
} as const;

function parseReply(line: string): RewrittenPicture {
  try {
    const reply = Reply.parse(JSON.parse(line));
    if (!reply.ok) return reply;
    const { data, width, height } = reply;
    return { ok: true, data: new Uint8Array(Buffer.from(data, "base64")), width, height };
  } catch {
    return { ok: false, reason: "damaged" };
  }
}
