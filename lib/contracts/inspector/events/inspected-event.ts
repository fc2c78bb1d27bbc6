/**
 * The events of the run log as operators receive them: everything that was written is in payloads, which can be
 * masked.
 */
import { z } from "zod";
import type { LogEventBody, LogEventType } from "../../run/log-event.ts";
import type { INSPECTED_FIELDS } from "./inspected-fields.ts";

/** A value that people, models or tools wrote. Always shown as text, never as markup. */
export const Payload = z.strictObject({
  /** UTF-8 bytes of the text, or of the value's JSON. */
  bytes: z.int().nonnegative(),
  /** JSON; null where it is withheld. */
  value: z.unknown(),
  /** `masked`: not for this operator. `deferred`: large, fetched when it is looked at. */
  withheld: z.enum(["masked", "deferred"]).optional(),
  /** Of the same bytes, where they are withheld: equal digests are equal values. */
  sha256: z.string().optional(),
});
export type Payload = z.infer<typeof Payload>;

type Table = typeof INSPECTED_FIELDS;

/** A value as it is sent: payloads in place of what was written, the rest as it is. */
type InspectedValue<Value, Kind> = Kind extends "payload" | "said"
  ? Payload
  : Kind extends "open"
    ? Value
    : Kind extends readonly [infer Item]
      ? Value extends readonly (infer Entry)[]
        ? InspectedObject<Entry, Item>[]
        : Value
      : InspectedObject<Value, Kind>;
type InspectedObject<Value, Kinds> = {
  [Field in keyof Value]: Field extends keyof Kinds
    ? InspectedValue<Value[Field], Kinds[Field]>
    : Value[Field];
};
type Inspected<Type extends LogEventType> = { type: Type } & InspectedObject<
  Omit<Extract<LogEventBody, { type: Type }>, "type">,
  Table[Type]
>;

/** An event that does not fit its schema: a finding, never a blank page. */
type Unreadable = { type: "unreadable"; storedType: string; finding: string; stored: Payload };

export type InspectedBody = { [Type in LogEventType]: Inspected<Type> }[LogEventType] | Unreadable;
export type InspectedBodyOf<Type extends InspectedBody["type"]> = Extract<
  InspectedBody,
  { type: Type }
>;

export const InspectedEvent = z.strictObject({
  seq: z.int().positive(),
  /** Its place in what the person's browser received; null for everything that it did not. */
  publicSeq: z.int().positive().nullable(),
  visibility: z.enum(["public", "hidden"]),
  at: z.iso.datetime(),
  /** Built by the server from a validated event, field by field; checked here no deeper than its type. */
  body: z.custom<InspectedBody>((body) => Event.safeParse(body).success),
});
export type InspectedEvent = z.infer<typeof InspectedEvent>;

const Event = z.looseObject({ type: z.string() });
