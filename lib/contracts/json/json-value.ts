/** Any JSON value, with its numbers as they are: `z.json()` would make an object of a number that no double equals. */
import { z } from "zod";
import { type ExactNumber, isExactNumber } from "./exact-numbers.ts";

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | ExactNumber
  | JsonValue[]
  | { [name: string]: JsonValue };

export const JsonValue: z.ZodType<JsonValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.custom<ExactNumber>(isExactNumber),
    z.array(JsonValue),
    z.record(z.string(), JsonValue),
  ]),
);
