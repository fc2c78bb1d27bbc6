/** What the person saw of a run, each piece with its place in the log. */
import * as z from "zod/mini";
import { InspectedMessage } from "./inspected-run.ts";

const count = z.int().check(z.nonnegative());

export const TranscriptPiece = z.strictObject({
  /** `seq` of its event. */
  seq: z.int().check(z.positive()),
  /** Milliseconds since the run began. */
  atMs: z.number(),
  kind: z.enum(["status", "text", "sources", "end", "other"]),
  /** The text that the person read: a status, a piece of the answer, the end. */
  words: z.string(),
  /** Offset of a piece in the answer, in UTF-16 code units. */
  offset: z.nullable(count),
  /** The frame as sent, byte for byte. */
  frame: z.string(),
});
export type TranscriptPiece = z.infer<typeof TranscriptPiece>;

/** `GET /api/admin/runs/[runId]/transcript` */
export const PublicTranscript = z.strictObject({
  messages: z.array(InspectedMessage),
  /** The number of messages in the conversation; `messages` has those around this run. */
  messageCount: count,
  /** Whether the conversation has other versions than those that the person sees. */
  branched: z.boolean(),
  /** In order, from the first; a long transcript is cut. */
  pieces: z.array(TranscriptPiece),
  pieceCount: count,
  /** UTF-8 bytes of all that was recorded, and of the part that the person could see. */
  storedBytes: count,
  publicBytes: count,
});
export type PublicTranscript = z.infer<typeof PublicTranscript>;
