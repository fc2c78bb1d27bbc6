import "server-only";
/** What happened in a run since an operator last looked. */
import type { Actor } from "../../access/actor.ts";
import type { RunNews } from "../../contracts/inspector/run/inspected-run.ts";
import { readRunNews } from "../../db/inspector/run/read-run-news.ts";
import { projectEvent } from "../events/project-event.ts";
import { payloadAccessOf } from "../payload-access.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function inspectRunNews(actor: Actor, runId: string, after: number): Promise<RunNews> {
  const access = payloadAccessOf(actor);
  const { run, events, hasMore } = await readRunNews(actor, runId, after);
  return { run, events: events.map((event) => projectEvent(event, access)), hasMore };
}
