/** One run for an operator, and the events after a known one. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { RunInspection, RunNews } from "../../contracts/inspector/run/inspected-run.ts";
import { readRun } from "../../db/inspector/run/read-run.ts";
import { readRunNews } from "../../db/inspector/run/read-run-news.ts";
import { projectMessage } from "../conversation/project-message.ts";
import { projectEvent } from "../events/project-event.ts";
import { payloadAccessOf } from "../payload-access.ts";
import { projectStates } from "../states/project-states.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function inspectRun(actor: Actor, runId: string): Promise<RunInspection> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const stored = await readRun(actor, runId);
  return {
    run: stored.run,
    messages: stored.messages.map((message) => projectMessage(message, access)),
    messageCount: stored.messageCount,
    states: projectStates(stored.states, runId, access),
    events: stored.events.map((event) => projectEvent(event, access)),
    hasMore: stored.hasMore,
  };
}

/** @throws AppError `forbidden`, `not-found` */
export async function inspectRunNews(actor: Actor, runId: string, after: number): Promise<RunNews> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const { run, events, hasMore } = await readRunNews(actor, runId, after);
  return { run, events: events.map((event) => projectEvent(event, access)), hasMore };
}
