/** Any events of a run, by the schema of the log, for property tests. */
import "server-only";
import fc from "fast-check";
import * as z from "zod/v4/core";
import {
  type FieldKind,
  fieldsOf,
  isListKind,
} from "../../../contracts/inspector/events/inspected-fields.ts";
import { LogEventBody } from "../../../contracts/run/log-event.ts";
import type { StoredEvent } from "../../../db/inspector/run/read-events.ts";

/** Few names and ids, so that events are about the same hops and calls. */
const NAMES = ["h1", "h2", "h3", "general", "users", "send_mail@1"];

/** Stands in every text that an operator without a reason does not read. */
export const CANARY = "CANARY";

/** @param kind whether the value is open to every operator */
function anyOf(schema: z.$ZodType, kind: FieldKind): fc.Arbitrary<unknown> {
  if (schema instanceof z.$ZodOptional)
    return fc.option(anyOf(schema._zod.def.innerType, kind), { nil: undefined });
  if (schema instanceof z.$ZodNullable) return fc.option(anyOf(schema._zod.def.innerType, kind));
  if (schema instanceof z.$ZodObject) {
    const fields = Object.entries<z.$ZodType>(schema._zod.def.shape);
    const any = fields.map(([name, field]) => [name, anyOf(field, kindOf(kind, name))]);
    return fc.record(Object.fromEntries(any));
  }
  if (schema instanceof z.$ZodUnion)
    return fc.oneof(...schema._zod.def.options.map((option) => anyOf(option, kind)));
  if (schema instanceof z.$ZodArray)
    return fc.array(anyOf(schema._zod.def.element, kind), { minLength: 1, maxLength: 3 });
  if (schema instanceof z.$ZodRecord || schema instanceof z.$ZodUnknown)
    return fc.constant({ key: CANARY });
  if (schema instanceof z.$ZodEnum)
    return fc.constantFrom(...Object.values(schema._zod.def.entries));
  if (schema instanceof z.$ZodLiteral) return fc.constantFrom(...schema._zod.def.values);
  if (schema instanceof z.$ZodBoolean) return fc.boolean();
  if (schema instanceof z.$ZodNumber) return fc.integer({ min: 1, max: 5_000 });
  if (schema instanceof z.$ZodISODate) return fc.constant("2026-11-23");
  return kind === "open" ? fc.constantFrom(...NAMES) : fc.constant(CANARY);
}

function kindOf(kind: FieldKind, name: string): FieldKind {
  if (typeof kind === "string") return kind;
  return (isListKind(kind) ? kind[0][name] : kind[name]) ?? "payload";
}

function anyBodyOf(option: (typeof LogEventBody.options)[number]): fc.Arbitrary<unknown> {
  const type = option.shape.type.value;
  return anyOf(option, { ...fieldsOf({ type }), type: "open" });
}

const anyBody = fc.oneof(...LogEventBody.options.map(anyBodyOf));

/** What is stored of an event: whole, erased, or of no known shape. */
const anyStored = fc.oneof(
  { weight: 12, arbitrary: anyBody },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant({ type: "hop.ended", what: CANARY }) },
);

/** In the order of the log; a log that was cut has gaps. */
export const anyEvents: fc.Arbitrary<StoredEvent[]> = fc
  .array(fc.tuple(anyStored, fc.boolean(), fc.integer({ min: 1, max: 3 })), { maxLength: 60 })
  .map((rows) => {
    let seq = 0;
    return rows.map(([body, left, step]) => {
      seq += step;
      const { type, ...payload } = (body ?? { type: "model.answered" }) as { type: string };
      return {
        seq,
        publicSeq: null,
        at: new Date(0),
        type,
        visibility: "hidden",
        payload: body === null ? null : payload,
        left,
      };
    });
  });
