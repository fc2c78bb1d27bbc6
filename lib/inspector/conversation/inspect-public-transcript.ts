/** The public transcript of a run. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { InspectedMessage } from "../../contracts/inspector/run/inspected-run.ts";
import type { PublicEvent } from "../../contracts/public/public-event.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import { LogEventBody } from "../../contracts/run/log-event.ts";
import type { StoredEvent } from "../../db/inspector/run/read-events.ts";
import { readPublicTranscript } from "../../db/inspector/run/read-public-transcript.ts";
import { payloadAccessOf } from "../payload-access.ts";
import { projectMessage } from "./project-message.ts";

export type TranscriptEvent = { seq: number; atMs: number; event: PublicEvent };

export type InspectedTranscript = {
  messages: InspectedMessage[];
  messageCount: number;
  branched: boolean;
  events: TranscriptEvent[];
  eventCount: number;
  storedBytes: number;
  publicBytes: number;
};

/** @throws AppError `forbidden`, `not-found` */
export async function inspectPublicTranscript(
  actor: Actor,
  runId: string,
): Promise<InspectedTranscript> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const transcript = await readPublicTranscript(actor, runId);
  const messages = transcript.messages.map((message) => projectMessage(message, access));
  const { messageCount, branched, eventCount, storedBytes, publicBytes } = transcript;
  const originMs = Date.parse(transcript.run.startedAt);
  const shown = access === "all-masked" ? [] : transcript.events;
  const events = shown.flatMap((event) => toTranscriptEvent(event, originMs));
  return { messages, messageCount, branched, events, eventCount, storedBytes, publicBytes };
}

/** An event of another type was not sent, whatever its row says. */
function toTranscriptEvent(
  { seq, publicSeq, at, type, payload }: StoredEvent,
  originMs: number,
): TranscriptEvent[] {
  const fields = typeof payload === "object" && payload !== null ? payload : {};
  const body = LogEventBody.safeParse({ ...fields, type });
  if (!body.success) return [];
  const event = toPublicEvent({ publicSeq, body: body.data });
  return event ? [{ seq, atMs: at.getTime() - originMs, event }] : [];
}
