/**
 * `GET`: the figures of this process for Prometheus, for whoever has the `METRICS_TOKEN`. Without that setting there is no
 * such address.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { respond } from "@/app/respond.ts";
import { settings } from "@/lib/env/settings.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { readGauges } from "./read-gauges.ts";

export const dynamic = "force-dynamic";

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { METRICS_TOKEN: token } = settings();
    const given = request.headers.get("authorization") ?? "";
    if (token === undefined || !isSame(given, `Bearer ${token}`)) throw new AppError("not-found");
    const { contentType, text } = await readGauges();
    return new Response(text, {
      headers: { "content-type": contentType, "cache-control": "no-store" },
    });
  });
}

/** In a time that tells nothing of either. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
