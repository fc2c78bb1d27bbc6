/** `GET ?after=<seq>`: what a run's log holds beyond an event (lib/contracts/inspector.ts). Audited like the run. */
import { parseId } from "@/app/parse-id.ts";
import { RunNews, RunNewsQuery } from "@/lib/contracts/inspector.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { inspectRunNews } from "@/lib/inspector/inspect-run-news.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor, asked) => {
    const query = RunNewsQuery.safeParse(asked);
    if (!query.success) throw new AppError("invalid", { cause: query.error });
    const runId = parseId((await params).runId);
    return RunNews.parse(await inspectRunNews(actor, runId, query.data.after));
  });
}
