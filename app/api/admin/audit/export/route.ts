/** `GET ?…`: what the filters find (lib/contracts/inspector/audit-query.ts), as a streamed bundle that proves itself. */
import { respond } from "@/app/respond.ts";
import type { BundleLine } from "@/lib/audit/bundle/bundle-line.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { AuditFilters } from "@/lib/contracts/inspector/audit-query.ts";
import { exportAudit } from "@/lib/db/inspector/list-audit.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { admitOperator } from "@/lib/inspector/admit-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const { pathname, searchParams } = new URL(request.url);
    const actor = await admitOperator(await getActor(), "audit:export", pathname);
    const filters = AuditFilters.safeParse(Object.fromEntries(searchParams));
    if (!filters.success) throw new AppError("invalid", { cause: filters.error });
    const lines = await exportAudit(actor, filters.data);
    const day = new Date().toISOString().slice(0, 10);
    return new Response(toStream(lines), {
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": `attachment; filename="audit-${day}.jsonl"`,
        "cache-control": "no-store",
      },
    });
  });
}

/** Reads on when the last line has been sent. A browser that disconnects ends the export. */
function toStream(lines: AsyncGenerator<BundleLine, void>): ReadableStream {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      await lines.return();
    },
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
