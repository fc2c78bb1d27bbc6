/**
 * `GET`: the figures of all processes on this port for Prometheus, for whoever has the `METRICS_TOKEN`. Without that setting
 * there is no such address. 503 where one of the processes does not answer.
 */
import { hasMetricsToken } from "@/app/api/has-metrics-token.ts";
import { respond } from "@/app/respond.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { allFigures } from "@/lib/metrics/all-figures.ts";
import { metrics } from "@/lib/metrics/metrics.ts";
import { readWorkGauges } from "./gauges.ts";

export const dynamic = "force-dynamic";

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    if (!hasMetricsToken(request)) throw new AppError("not-found");
    const [figures, work] = await Promise.all([allFigures(), readWorkGauges()]);
    if (figures === null) return new Response(null, { status: 503 });
    return new Response(figures + work, {
      headers: { "content-type": metrics().registry.contentType, "cache-control": "no-store" },
    });
  });
}
