/**
 * `GET`: what a run showed its person, as the frames that the browser received
 * (lib/contracts/inspector/run/public-transcript.ts). Audited.
 */
import { parseId } from "@/app/parse-id.ts";
import {
  PublicTranscript,
  type TranscriptPiece,
} from "@/lib/contracts/inspector/run/public-transcript.ts";
import { describeStatus } from "@/lib/contracts/public/describe-status.ts";
import { nameSource } from "@/lib/contracts/public/sources/name-source.ts";
import {
  inspectPublicTranscript,
  type TranscriptEvent,
} from "@/lib/inspector/run/inspect-conversation.ts";
import { eventFrame } from "@/lib/runs/stream/sse-frames.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor) => {
    const transcript = await inspectPublicTranscript(actor, parseId((await params).runId));
    return PublicTranscript.parse({
      messages: transcript.messages,
      messageCount: transcript.messageCount,
      branched: transcript.branched,
      pieces: transcript.events.map(toPiece),
      pieceCount: transcript.eventCount,
      storedBytes: transcript.storedBytes,
      publicBytes: transcript.publicBytes,
    });
  });
}

/** Adds the status text that the person reads, and its frame. */
function toPiece({ seq, atMs, event }: TranscriptEvent): TranscriptPiece {
  const place = { seq, atMs, frame: eventFrame(event) };
  switch (event.type) {
    case "delta":
    case "restart":
      return { ...place, kind: "text", words: event.text, offset: event.offset };
    case "status":
      return {
        ...place,
        kind: "status",
        words: describeStatus(event.status),
        offset: null,
      };
    case "sources": {
      const words = event.sources.map((source) => `[${source.number}] ${nameSource(source)}`);
      return { ...place, kind: "sources", words: words.join(" · "), offset: null };
    }
    case "end": {
      const words = [event.ending, event.notice].filter(Boolean).join(" · ");
      return { ...place, kind: "end", words, offset: null };
    }
    // What has no words of its own is shown as it was sent.
    default:
      return { ...place, kind: "other", words: place.frame.trimEnd(), offset: null };
  }
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
