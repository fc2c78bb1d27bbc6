/**
 * `GET`: what a run showed its person, as the frames that the browser received
 * (lib/contracts/inspector/conversation/public-transcript.ts). Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import {
  PublicTranscript,
  type SeenPiece,
} from "@/lib/contracts/inspector/conversation/public-transcript.ts";
import { describeStatus } from "@/lib/contracts/public/describe-status.ts";
import {
  inspectPublicTranscript,
  type SeenEvent,
} from "@/lib/inspector/conversation/inspect-public-transcript.ts";
import { eventFrame } from "@/lib/runs/stream/sse-frames.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor) => {
    const seen = await inspectPublicTranscript(actor, parseId((await params).runId));
    return PublicTranscript.parse({
      messages: seen.messages,
      messageCount: seen.messageCount,
      pieces: seen.events.map(toPiece),
      pieceCount: seen.eventCount,
      storedBytes: seen.storedBytes,
      seenBytes: seen.publicBytes,
    });
  });
}

/** Adds the status text that the person reads, and its frame. */
function toPiece({ seq, atMs, event }: SeenEvent): SeenPiece {
  const place = { seq, atMs, frame: eventFrame(event) };
  switch (event.type) {
    case "delta":
      return { ...place, kind: "text", words: event.text, offset: event.offset };
    case "status":
      return {
        ...place,
        kind: "status",
        words: describeStatus(event.status),
        offset: null,
      };
    case "end": {
      const words = [event.ending, event.notice].filter(Boolean).join(" · ");
      return { ...place, kind: "end", words, offset: null };
    }
    default:
      return event satisfies never;
  }
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
