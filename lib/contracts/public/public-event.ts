/**
 * What a person's browser may learn of a run, and its SSE framing. `to-public-event.ts` makes these events out of the
 * log's.
 *
 * `GET /api/runs/[runId]/stream?from=<offset>` answers `text/event-stream`:
 * - first `event: snapshot`, data `PublicSnapshot`: the answer's text from offset `from` up to now;
 * - unnamed frames, data `[offset, text]`: a `delta`. A repeated one is harmless, a gap is visible;
 * - any other event under its own name, e.g. `event: status`, data `{seq, status}`. After `event: end` the stream
 *   closes.
 *
 * Offsets count UTF-16 code units of the answer. `seq` is the public sequence: gapless from 1. Comment lines (`:`) keep
 * the connection alive.
 */
import * as z from "zod/mini";
import type { LogEventType } from "../run/log-event.ts";
import { MessageEnd } from "./message-end.ts";
import { PublicStatus } from "./public-status.ts";
import { PublicSource } from "./sources/public-source.ts";

/** The log's events that a person may receive. The compiler checks `toPublicEvent` against this list. */
export const PUBLIC_EVENT_TYPES = [
  "answer.delta",
  "answer.restarted",
  "status.changed",
  "sources.shown",
  "run.ended",
] as const satisfies LogEventType[];
export type PublicEventType = (typeof PUBLIC_EVENT_TYPES)[number];

const seq = z.int().check(z.positive());
/** In the queue for a free place, from 1; absent where the status is another. */
const queuePosition = z.optional(z.int().check(z.positive()));

export const PublicEvent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("delta"),
    offset: z.int().check(z.nonnegative()),
    text: z.string(),
  }),
  /** What stands from `offset` on is replaced by `text`. */
  z.strictObject({
    type: z.literal("restart"),
    seq,
    offset: z.int().check(z.nonnegative()),
    text: z.string(),
  }),
  z.strictObject({ type: z.literal("status"), seq, status: PublicStatus, position: queuePosition }),
  /** What the answer cites; once, just before the end. Absent: nothing. */
  z.strictObject({ type: z.literal("sources"), seq, sources: z.array(PublicSource) }),
  /** `notice`: a plain sentence for the person where the answer failed. */
  z.strictObject({
    type: z.literal("end"),
    seq,
    ending: MessageEnd,
    notice: z.nullable(z.string()),
  }),
]);
export type PublicEvent = z.infer<typeof PublicEvent>;

/** A delta on the wire. */
export const PublicDelta = z.tuple([z.int().check(z.nonnegative()), z.string()]);
export type PublicDelta = z.infer<typeof PublicDelta>;

export const PublicSnapshot = z.strictObject({
  answerMessageId: z.uuid(),
  /** Offset of `text` in the answer: the requested `from`, or 0 when that lies beyond the end. */
  offset: z.int().check(z.nonnegative()),
  text: z.string(),
  /** Newest public sequence number that this snapshot includes. */
  seq: z.int().check(z.nonnegative()),
  status: z.nullable(PublicStatus),
  position: queuePosition,
  /** For how long it has had this status, in milliseconds. */
  forMs: z.int().check(z.nonnegative()),
});
export type PublicSnapshot = z.infer<typeof PublicSnapshot>;
