/** Windows of a run's log, and single events, for an operator. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { computeArgsDigest } from "../../agent-state/codec.ts";
import type { EventWindow, EventWindowQuery } from "../../contracts/inspector/events/event-page.ts";
import { type InspectedEvent, Payload } from "../../contracts/inspector/events/inspected-event.ts";
import {
  type FieldKind,
  type Fields,
  fieldsOf,
  isListKind,
  isPlainKind,
} from "../../contracts/inspector/events/inspected-fields.ts";
import { DEFERRED_BYTES } from "../../contracts/limits.ts";
import { readLogBody } from "../../contracts/run/log-event.ts";
import {
  readEvent,
  readEventWindow,
  readRemoteStates,
  type StoredEvent,
} from "../../db/inspector/run/read-events.ts";
import { askServiceOf } from "../ask-service-trace.ts";
import { type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { deferPayload } from "../to-payload.ts";
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
  const event = deferEvent(projectEvent(stored, access), access);
  return isReportedByService(stored) ? deferContent(event, access) : event;
}

const REFERENCE = /^\{"\$ref":"sha256:[0-9a-f]{64}"\}$/;

/** Whether the event has a digest where its content would be. */
function isReportedByService({ type, payload }: Pick<StoredEvent, "type" | "payload">): boolean {
  const { arguments: given, result } = Object(payload);
  if (type === "tool.called") return REFERENCE.test(JSON.stringify(given ?? null));
  return type === "tool.returned" && typeof result === "string" && REFERENCE.test(result);
}

/** @returns the event with what the service reports of it; unchanged where it reports nothing */
async function fillFromService(
  actor: Actor,
  runId: string,
  event: StoredEvent,
): Promise<StoredEvent> {
  if (!isReportedByService(event)) return event;
  const body = readLogBody(event);
  if (body?.type !== "tool.called" && body?.type !== "tool.returned") return event;
  const trace = await askServiceOf(await readRemoteStates(actor, runId), runId);
  const call = trace?.calls.find(({ toolCallId }) => toolCallId === body.toolCallId);
  if (!call) return event;
  if (body.type === "tool.returned") {
    return { ...event, payload: { ...body, result: call.result ?? body.result } };
  }
  // What is not proved by the digest in our log is not shown.
  if (computeArgsDigest(call.arguments) !== body.argsSha256) return event;
  return { ...event, payload: { ...body, arguments: call.arguments } };
}

/** Leaves large payloads out of an event in a list. Pure. */
function deferEvent(event: InspectedEvent, access: PayloadAccess): InspectedEvent {
  const { body } = event;
  const deferred = deferFields(body, fieldsOf(body), access);
  return { ...event, body: deferred as InspectedEvent["body"] };
}

/** Returns the same object where nothing in it is large. */
function deferFields(values: object, fields: Fields, access: PayloadAccess): object {
  const changed = Object.entries(values).flatMap(([name, value]) => {
    const next = deferValue(value, fields[name] ?? "open", access);
    return next === value ? [] : [[name, next]];
  });
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) };
}

function deferValue(value: unknown, kind: FieldKind, access: PayloadAccess): unknown {
  if (isPlainKind(kind) || typeof value !== "object" || value === null) return value;
  if (kind === "payload" || kind === "said") {
    const payload = Payload.parse(value);
    const isLarge = payload.bytes > DEFERRED_BYTES && !payload.withheld;
    return isLarge ? deferPayload(payload, access) : value;
  }
  if (!isListKind(kind)) return deferFields(value, kind, access);
  if (!Array.isArray(value)) return value;
  const items = value.map((item) => deferValue(item, kind[0], access));
  return items.some((item, index) => item !== value[index]) ? items : value;
}

/** Leaves the arguments and the result out, whatever their size: they come from elsewhere when the event is opened. */
function deferContent(event: InspectedEvent, access: PayloadAccess): InspectedEvent {
  const { body } = event;
  const left = Object.entries(body).map(([name, value]) => {
    const payload = name === "arguments" || name === "result" ? Payload.safeParse(value) : null;
    const isOpen = payload?.success && !payload.data.withheld;
    return [name, isOpen ? deferPayload(payload.data, access) : value];
  });
  return { ...event, body: Object.fromEntries(left) };
}
