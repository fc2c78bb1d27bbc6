/**
 * `GET ?range&format=csv|jsonl|promptfoo`: the verdicts of a period (lib/contracts/inspector/review/review-results.ts), as a
 * file.
 */
import { respond } from "@/app/respond.ts";
import type { Actor } from "@/lib/access/actor.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { ResultsExportQuery } from "@/lib/contracts/inspector/review/review-results.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { admitOperator } from "@/lib/inspector/admit-operator.ts";
import { exportSuite } from "@/lib/inspector/review/results/export-suite.ts";
import { exportVerdicts } from "@/lib/inspector/review/results/export-verdicts.ts";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
  promptfoo: "application/json; charset=utf-8",
};

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { pathname, searchParams } = new URL(request.url);
    const actor = await admitOperator(await getActor(), "review:judge", pathname);
    const query = ResultsExportQuery.safeParse(Object.fromEntries(searchParams));
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const day = new Date().toISOString().slice(0, 10);
    return new Response(await bodyOf(actor, query.data), {
      headers: {
        "content-type": TYPES[query.data.format],
        "content-disposition": `attachment; filename="${nameOf(query.data.format, day)}"`,
        "cache-control": "no-store",
      },
    });
  });
}

const nameOf = (format: ResultsExportQuery["format"], day: string) =>
  format === "promptfoo" ? `promptfoo-${day}.json` : `verdicts-${day}.${format}`;

async function bodyOf(actor: Actor, { range, format }: ResultsExportQuery): Promise<BodyInit> {
  if (format === "promptfoo") return exportSuite(actor, range);
  const parts = exportVerdicts(actor, { range, format });
  // The first part is on record before the answer begins: a refusal is still a refusal.
  return toStream(parts, await parts.next());
}

/** Reads the next part when the last one has been sent. A browser that disconnects ends the export. */
function toStream(
  parts: AsyncGenerator<string, void>,
  first: IteratorResult<string, void>,
): ReadableStream {
  const encoder = new TextEncoder();
  let next: IteratorResult<string, void> | null = first;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = next ?? (await parts.next());
      next = null;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return();
    },
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
