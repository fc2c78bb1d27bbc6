import "server-only";
/**
 * Tool calls inside a service stand in our log by digest. Their arguments and results are the service's to report: they
 * are left out of lists, and asked for when one event is opened.
 */
import type { Actor } from "../../access/actor.ts";
import { computeArgsDigest } from "../../agent-state/codec.ts";
import { LogEventBody } from "../../contracts/run/log-event.ts";
import type { StoredEvent } from "../../db/inspector/run/read-events.ts";
import { readRemoteStates } from "../../db/inspector/run/read-remote-states.ts";
import { askServiceOf } from "../service/ask-service-of.ts";

const REFERENCE = /^\{"\$ref":"sha256:[0-9a-f]{64}"\}$/;

/** Whether the event has a digest where its content would be. */
export function isReportedByService({
  type,
  payload,
}: Pick<StoredEvent, "type" | "payload">): boolean {
  const { arguments: given, result } = Object(payload);
  if (type === "tool.called") return REFERENCE.test(JSON.stringify(given ?? null));
  return type === "tool.returned" && typeof result === "string" && REFERENCE.test(result);
}

/** @returns the event with what the service reports of it; unchanged where it reports nothing */
export async function fillFromService(
  actor: Actor,
  runId: string,
  event: StoredEvent,
): Promise<StoredEvent> {
  if (!isReportedByService(event)) return event;
  const { data: body } = LogEventBody.safeParse({ ...Object(event.payload), type: event.type });
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
