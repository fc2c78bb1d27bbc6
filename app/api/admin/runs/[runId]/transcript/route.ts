/** `GET`: what a run showed its person, in the frames that its browser gets (lib/contracts/public-transcript.ts). Audited. */
import { parseId } from "@/app/parse-id.ts";
import { describeStatus } from "@/lib/contracts/describe-status.ts";
import {
  PublicTranscript,
  type SeenPiece,
} from "@/lib/contracts/inspector/conversation/public-transcript.ts";
import {
  inspectPublicTranscript,
  type SeenEvent,
} from "@/lib/inspector/conversation/inspect-public-transcript.ts";
import { deltaFrame, eventFrame } from "@/lib/runs/stream/sse-frames.ts";
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

/** With the words that a person reads, and the frame that brought them. */
function toPiece(event: SeenEvent): SeenPiece {
  const { seq, atMs, kind } = event;
  switch (event.kind) {
    case "text": {
      const [offset, words] = event.delta;
      return { seq, atMs, kind, words, offset, frame: deltaFrame(offset, words) };
    }
    case "status": {
      const words = describeStatus(event.status.status);
      return { seq, atMs, kind, words, offset: null, frame: eventFrame("status", event.status) };
    }
    case "end": {
      const { ending, notice } = event.end;
      const words = [ending, notice].filter(Boolean).join(" · ");
      return { seq, atMs, kind, words, offset: null, frame: eventFrame("end", event.end) };
    }
  }
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
