import "server-only";
/** The public transcript of a run. */
import type { Actor } from "../../access/actor.ts";
import type { InspectedMessage } from "../../contracts/inspector/run/inspected-run.ts";
import type { PublicEvent } from "../../contracts/public/public-event.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import { LogEventBody } from "../../contracts/run/log-event.ts";
import type { StoredEvent } from "../../db/inspector/run/read-events.ts";
import { readSeen } from "../../db/inspector/run/read-seen.ts";

export type SeenEvent = { seq: number; atMs: number; event: PublicEvent };

export type InspectedSeen = {
  messages: InspectedMessage[];
  messageCount: number;
  events: SeenEvent[];
  eventCount: number;
  storedBytes: number;
  publicBytes: number;
};

/** @throws AppError `forbidden`, `not-found` */
export async function inspectPublicTranscript(actor: Actor, runId: string): Promise<InspectedSeen> {
  const seen = await readSeen(actor, runId);
  const { messages, messageCount, eventCount, storedBytes, publicBytes } = seen;
  const originMs = Date.parse(seen.run.startedAt);
  const events = seen.events.flatMap((event) => toSeen(event, originMs));
  return { messages, messageCount, events, eventCount, storedBytes, publicBytes };
}

/** What is not one of the public types, whatever its row says, was not sent. */
function toSeen({ seq, publicSeq, at, type, payload }: StoredEvent, originMs: number): SeenEvent[] {
  const fields = typeof payload === "object" && payload !== null ? payload : {};
  const body = LogEventBody.safeParse({ ...fields, type });
  if (!body.success) return [];
  const event = toPublicEvent({ publicSeq, body: body.data });
  return event ? [{ seq, atMs: at.getTime() - originMs, event }] : [];
}
