import "server-only";
/** What a run showed its person, piece by piece, each as the public contracts say it. */
import type { Actor } from "../../access/actor.ts";
import type { InspectedMessage } from "../../contracts/inspector/run/inspected-run.ts";
import { LogEventBody } from "../../contracts/log-event.ts";
import type {
  PublicDelta,
  PublicEndEvent,
  PublicStatusEvent,
} from "../../contracts/public-event.ts";
import type { StoredEvent } from "../../db/inspector/run/read-events.ts";
import { readSeen } from "../../db/inspector/run/read-seen.ts";
import { personText } from "../../errors/person-text.ts";

export type SeenEvent = { seq: number; atMs: number } & (
  | { kind: "text"; delta: PublicDelta }
  | { kind: "status"; status: PublicStatusEvent }
  | { kind: "end"; end: PublicEndEvent }
);

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
  const place = { seq, atMs: at.getTime() - originMs };
  switch (body.data.type) {
    case "answer.delta":
      return [{ ...place, kind: "text", delta: [body.data.offset, body.data.text] }];
    case "status.changed":
      return [
        { ...place, kind: "status", status: { seq: publicSeq ?? 1, status: body.data.status } },
      ];
    case "run.ended": {
      const { ending, reason } = body.data;
      const notice = reason === null ? null : personText(reason);
      return [{ ...place, kind: "end", end: { seq: publicSeq ?? 1, ending, notice } }];
    }
    default:
      return [];
  }
}
