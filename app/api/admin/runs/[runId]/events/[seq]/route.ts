/**
 * `GET`: one event with everything; `?rankIn`: its place among those of some types
 * (lib/contracts/inspector/events/event-page.ts).
 */
import { z } from "zod";
import { parseId } from "@/app/parse-id.ts";
import { EventQuery, EventRank, WholeEvent } from "@/lib/contracts/inspector/events/event-page.ts";
import { rankEvent } from "@/lib/db/inspector/run/read-events.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectEvent } from "@/lib/inspector/run/inspect-events.ts";
import { respondOperator } from "../../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string; seq: string }> };

const Seq = z.coerce.number().int().positive().max(2_147_483_647);

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const at = await params;
    const runId = parseId(at.runId);
    const [seq, query] = [Seq.safeParse(at.seq), EventQuery.safeParse(asked)];
    if (!seq.success) throw new AppError("not-found");
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const { rankIn } = query.data;
    if (!rankIn) return WholeEvent.parse(await inspectEvent(actor, runId, seq.data));
    return EventRank.parse(await rankEvent(actor, runId, seq.data, rankIn));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../../no-such-method.ts";
