/**
 * `GET`: the figures of all processes on this port for Prometheus, for whoever has the `METRICS_TOKEN`. Without that setting
 * there is no such address. 503 where one of the processes does not answer.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { respond } from "@/app/respond.ts";
import { settings } from "@/lib/env/settings.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { allFigures } from "@/lib/metrics/all-figures.ts";
import { metrics } from "@/lib/metrics/metrics.ts";
import { readWorkGauges } from "./gauges.ts";

export const dynamic = "force-dynamic";

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { METRICS_TOKEN: token } = settings();
    const given = request.headers.get("authorization") ?? "";
    if (token === undefined || !isSame(given, `Bearer ${token}`)) throw new AppError("not-found");
    const [figures, work] = await Promise.all([allFigures(), readWorkGauges()]);
    if (figures === null) return new Response(null, { status: 503 });
    return new Response(figures + work, {
      headers: { "content-type": metrics().registry.contentType, "cache-control": "no-store" },
    });
  });
}

/** In a time that tells nothing of either. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
