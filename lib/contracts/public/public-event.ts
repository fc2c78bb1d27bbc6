/**
 * What a person's browser may learn of a run, and its SSE framing. `to-public-event.ts` makes these events out of the
 * log's.
 *
 * `GET /api/runs/[runId]/stream?from=<offset>` answers `text/event-stream`:
 * - first `event: snapshot`, data `PublicSnapshot`: the answer's text from offset `from` up to now;
 * - then each kept event (`KeptEvent`) that the snapshot's `seq` includes. A repeated one is harmless;
 * - unnamed frames, data `[offset, text]`: a `delta`. A repeated one is harmless, a gap is visible;
 * - any other event under its own name, e.g. `event: status`, data `{seq, status}`. After `event: end` the stream
 *   closes.
 *
 * Offsets count UTF-16 code units of the answer. `seq` is the public sequence: gapless from 1. Comment lines (`:`) keep
 * the connection alive.
 */
import * as z from "zod/mini";
import type { LogEventBody, LogEventType } from "../run/log-event.ts";
import { MessageEnd } from "./message-end.ts";
import { PublicStatus } from "./public-status.ts";
import { PublicSource, toPublicSource } from "./sources/public-source.ts";

const offset = z.int().check(z.nonnegative());
const seq = z.int().check(z.positive());
/** In the queue for a free place, from 1; absent where the status is another. */
const queuePosition = z.optional(z.int().check(z.positive()));

/** Every event of the log that a person may receive, and its public form. What is not listed here is hidden. */
const DECLARED = [
  declare("answer.delta", "delta", {
    fields: { offset, text: z.string() },
    saidFields: ["text"],
    project: ({ offset, text }) => ({ offset, text }),
  }),
  /** What stands from `offset` on is replaced by `text`. */
  declare("answer.restarted", "restart", {
    fields: { seq, offset, text: z.string() },
    saidFields: ["text"],
    project: ({ offset, text }, { seq }) => ({ seq, offset, text }),
  }),
  declare("status.changed", "status", {
    fields: { seq, status: PublicStatus, position: queuePosition },
    saidFields: [],
    project: ({ status, position }, { seq }) => ({ seq, status, position }),
  }),
  /** What the answer cites; once, just before the end. Absent: nothing. */
  declare("sources.shown", "sources", {
    fields: { seq, sources: z.array(PublicSource) },
    saidFields: [
      "sources.0.title",
      "sources.0.address",
      "sources.1.attachmentId",
      "sources.1.name",
      "sources.2.label",
    ],
    project: ({ sources }, { seq }) => ({ seq, sources: sources.map(toPublicSource) }),
  }),
  /** `notice`: a plain sentence for the person where the answer failed. */
  declare("run.ended", "end", {
    fields: { seq, ending: MessageEnd, notice: z.nullable(z.string()) },
    saidFields: [],
    project: ({ ending, reason }, { seq, personText }) => {
      return { seq, ending, notice: reason === null ? null : personText(reason) };
    },
  }),
] as const;

type Given = {
  /** The event's public sequence number. */
  seq: number;
  /** The sentence for the person behind a code of lib/errors, whose texts the browser does not load. */
  personText: (code: string) => string;
};

type Declaration<Type extends LogEventType, Fields extends z.core.$ZodLooseShape> = {
  fields: Fields;
  /** Paths of the free text in the log's event that the person reads as written. No other text passes, as a test says. */
  saidFields: readonly string[];
  /** Names every field; never spreads. */
  project(
    body: Extract<LogEventBody, { type: Type }>,
    given: Given,
  ): z.infer<z.ZodMiniObject<Fields>>;
};

/** @param name of its SSE frame; neither `snapshot` nor `message` */
function declare<
  Type extends LogEventType,
  Name extends string,
  Fields extends z.core.$ZodLooseShape,
>(type: Type, name: Name, { fields, saidFields, project }: Declaration<Type, Fields>) {
  const isOfType = (body: LogEventBody): body is Extract<LogEventBody, { type: Type }> =>
    body.type === type;
  return {
    type,
    saidFields,
    sent: z.strictObject({ type: z.literal(name), ...fields }),
    /** @returns null for an event of another type */
    project: (body: LogEventBody, given: Given) =>
      isOfType(body) ? { type: name, ...project(body, given) } : null,
  };
}

export const PUBLIC_EVENTS: readonly (typeof DECLARED)[number][] = DECLARED;
/** The log's events that a person may receive. */
export const PUBLIC_EVENT_TYPES = PUBLIC_EVENTS.map(({ type }) => type);

const [first, ...others] = DECLARED;
export const PublicEvent = z.discriminatedUnion("type", [
  first.sent,
  ...others.map(({ sent }) => sent),
]);
export type PublicEvent = z.infer<typeof PublicEvent>;

/** Every event but text has a number. */
export type NumberedEvent = Exclude<PublicEvent, { type: "delta" }>;

/** Contained in a snapshot, or told last. */
const NOT_KEPT = ["delta", "restart", "status", "end"] as const;
/** An event that says more than a snapshot does: whoever begins to read after it is told it, too. */
export type KeptEvent = Exclude<PublicEvent, { type: (typeof NOT_KEPT)[number] }>;

export function isKept(event: PublicEvent): event is KeptEvent {
  return !NOT_KEPT.some((type) => type === event.type);
}

/** A delta on the wire. */
export const PublicDelta = z.tuple([offset, z.string()]);
export type PublicDelta = z.infer<typeof PublicDelta>;

export const PublicSnapshot = z.strictObject({
  type: z.literal("snapshot"),
  /** Absent where one tab informs another. */
  answerMessageId: z.optional(z.uuid()),
  /** Offset of `text` in the answer: the requested `from`, or 0 when that lies beyond the end. */
  offset,
  text: z.string(),
  /** Newest public sequence number that this snapshot includes. */
  seq: z.int().check(z.nonnegative()),
  status: z.nullable(PublicStatus),
  position: queuePosition,
  /** For how long it has had this status, in milliseconds. */
  forMs: z.int().check(z.nonnegative()),
});
export type PublicSnapshot = z.infer<typeof PublicSnapshot>;

/** One thing that a browser receives of a run. */
export const PublicUpdate = z.discriminatedUnion("type", [PublicSnapshot, PublicEvent]);
export type PublicUpdate = z.infer<typeof PublicUpdate>;
