/** `GET ?from&limit&types&skip`: a window of a run's log; `?after`: the events after one. Audited. */
import { parseAs } from "@/app/api/parse-request.ts";
import { parseId } from "@/app/parse-id.ts";
import { EventWindow, EventWindowQuery } from "@/lib/contracts/inspector/events/event-page.ts";
import { RunNews, RunNewsQuery } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { inspectEventWindow } from "@/lib/inspector/run/inspect-events.ts";
import { inspectRunNews } from "@/lib/inspector/run/inspect-run.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const runId = parseId((await params).runId);
    const news = RunNewsQuery.safeParse(asked);
    if (news.success) return RunNews.parse(await inspectRunNews(actor, runId, news.data.after));
    const query = parseAs(EventWindowQuery, asked);
    return EventWindow.parse(await inspectEventWindow(actor, runId, query));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
