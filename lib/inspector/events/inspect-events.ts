import "server-only";
/** Windows of a run's log, and single events, for an operator. */
import type { Actor } from "../../access/actor.ts";
import type { EventWindow, EventWindowQuery } from "../../contracts/inspector/events/event-page.ts";
import type { InspectedEvent } from "../../contracts/inspector/events/inspected-event.ts";
import { readEvent } from "../../db/inspector/run/read-event.ts";
import { readEventWindow } from "../../db/inspector/run/read-event-window.ts";
import type { StoredEvent } from "../../db/inspector/run/read-events.ts";
import { type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { deferContent, deferEvent } from "./defer-event.ts";
import { fillFromService, isReportedByService } from "./fill-from-service.ts";
import { projectEvent } from "./project-event.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function inspectEventWindow(
  actor: Actor,
  runId: string,
  query: EventWindowQuery,
): Promise<EventWindow> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const { events, total } = await readEventWindow(actor, runId, query);
  return { events: events.map((event) => project(event, access)), total };
}

/** @throws AppError `forbidden`, `not-found` */
export async function inspectEvent(
  actor: Actor,
  runId: string,
  seq: number,
): Promise<InspectedEvent> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const event = await fillFromService(actor, runId, await readEvent(actor, runId, seq));
  return projectEvent(event, access);
}

function project(stored: StoredEvent, access: PayloadAccess): InspectedEvent {
  const event = deferEvent(projectEvent(stored, access));
  return isReportedByService(stored) ? deferContent(event) : event;
}
