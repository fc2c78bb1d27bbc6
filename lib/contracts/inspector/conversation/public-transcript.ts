/** What the person saw of a run, each piece with its place in the log. */
import { z } from "zod";
import { InspectedMessage } from "../run/inspected-run.ts";

const count = z.int().nonnegative();

export const SeenPiece = z.strictObject({
  /** Its place in the log. */
  seq: z.int().positive(),
  /** Milliseconds since the run began. */
  atMs: z.number(),
  kind: z.enum(["status", "text", "end"]),
  /** The words that the person read: a status, a piece of the answer, how it ended. */
  words: z.string(),
  /** Where a piece of the answer stands in it. UTF-16 code units. */
  offset: count.nullable(),
  /** The frame as it crosses the wire, byte for byte. */
  frame: z.string(),
});
export type SeenPiece = z.infer<typeof SeenPiece>;

/** `GET /api/admin/runs/[runId]/transcript` */
export const PublicTranscript = z.strictObject({
  messages: z.array(InspectedMessage),
  /** How many messages the conversation holds; `messages` are those around this run. */
  messageCount: count,
  /** In order; the first of them. */
  pieces: z.array(SeenPiece),
  pieceCount: count,
  /** UTF-8 bytes of what was recorded, and of those of it that the person could see. */
  storedBytes: count,
  seenBytes: count,
});
export type PublicTranscript = z.infer<typeof PublicTranscript>;
