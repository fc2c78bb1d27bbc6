/** The events of the run log as operators receive them. All written text is in payloads, which can be masked. */
import * as z from "zod/mini";
import type { LogEventBody, LogEventType } from "../../run/log-event.ts";
import { RedactionClass } from "./count-redactions.ts";
import type { FieldKind, INSPECTED_FIELDS } from "./inspected-fields.ts";

/** A value that people, models or tools wrote. Always shown as text, never as markup. */
export const Payload = z.strictObject({
  /** UTF-8 bytes of the text, or of the value's JSON; of a masked one an upper bound. */
  bytes: z.int().check(z.nonnegative()),
  /** JSON; null where it is withheld. */
  value: z.unknown(),
  /** `masked`: this operator may not see it. `deferred`: it is large, and sent when its event is opened. */
  withheld: z.optional(z.enum(["masked", "deferred"])),
  /** Keyed digest of the withheld bytes: for one operator and in one run, equal digests mean equal values. */
  sha256: z.optional(z.string()),
  /** What was masked in a withheld value before it was stored: class and count. */
  redacted: z.optional(z.array(z.tuple([RedactionClass, z.int().check(z.positive())]))),
});
export type Payload = z.infer<typeof Payload>;

type Table = typeof INSPECTED_FIELDS;

/** The sent form of a value: written text becomes payloads, everything else stays. */
type InspectedValue<Value, Kind> = Kind extends "payload" | "said"
  ? Payload
  : Kind extends Extract<FieldKind, string>
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

/** An event that does not match its schema is shown as a finding. */
type Unreadable = { type: "unreadable"; storedType: string; finding: string; stored: Payload };

/** Its payload was erased; the seal of the run says under which rule. */
type Erased = { type: "erased"; storedType: string };

export type InspectedBody =
  | { [Type in LogEventType]: Inspected<Type> }[LogEventType]
  | Unreadable
  | Erased;
export type InspectedBodyOf<Type extends InspectedBody["type"]> = Extract<
  InspectedBody,
  { type: Type }
>;

export const InspectedEvent = z.strictObject({
  seq: z.int().check(z.positive()),
  /** Its public sequence number; null for an event that the person's browser did not receive. */
  publicSeq: z.nullable(z.int().check(z.positive())),
  visibility: z.enum(["public", "hidden"]),
  at: z.iso.datetime(),
  /** True for what records or ends a call that was left for the person's approval: its stored words are of a denial. */
  left: z.optional(z.literal(true)),
  /** The server builds it field by field from a validated event, so only its type is checked here. */
  body: z.custom<InspectedBody>((body) => Event.safeParse(body).success),
});
export type InspectedEvent = z.infer<typeof InspectedEvent>;

const Event = z.looseObject({ type: z.string() });
