/**
 * The public projection of a run as it crosses the wire, and its SSE framing.
 *
 * `GET /api/runs/[runId]/stream?from=<offset>` answers `text/event-stream`:
 * - first `event: snapshot`, data `PublicSnapshot`: the answer's text from offset `from` up to now;
 * - unnamed frames, data `[offset, text]`: a delta. A repeated one is harmless, a gap is visible;
 * - `event: status`, data `{seq, status}`; `event: end`, data `{seq, ending, notice}`, then the stream closes.
 * Offsets count UTF-16 code units of the answer. `seq` is the public sequence: gapless from 1.
 * Comment lines (`:`) keep the connection alive.
 */
import * as z from "zod/mini";
import { MessageEnd } from "./message-end.ts";
import { PublicStatus } from "./public-status.ts";

export const PublicDelta = z.tuple([z.int().check(z.nonnegative()), z.string()]);
export type PublicDelta = z.infer<typeof PublicDelta>;

export const PublicStatusEvent = z.strictObject({
  seq: z.int().check(z.positive()),
  status: PublicStatus,
});
export type PublicStatusEvent = z.infer<typeof PublicStatusEvent>;

export const PublicEndEvent = z.strictObject({
  seq: z.int().check(z.positive()),
  ending: MessageEnd,
  notice: z.nullable(z.string()),
});
export type PublicEndEvent = z.infer<typeof PublicEndEvent>;

export const PublicSnapshot = z.strictObject({
  answerMessageId: z.uuid(),
  /** Where `text` begins in the answer: the `from` that was asked for, or 0 when that lies beyond the end. */
  offset: z.int().check(z.nonnegative()),
  text: z.string(),
  /** Newest public sequence number that this snapshot includes. */
  seq: z.int().check(z.nonnegative()),
  status: z.nullable(PublicStatus),
});
export type PublicSnapshot = z.infer<typeof PublicSnapshot>;
