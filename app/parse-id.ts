/** Parses what names a thing in an address: ids are UUIDs, events are numbered. Anything else is not found. */
import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors/app-error.ts";

const Id = z.uuid();
const Seq = z.coerce.number().int().positive().max(2_147_483_647);

/** @throws AppError `not-found` for anything that cannot be an id */
export const parseId = (text: string): string => parse(Id, text);

/** @throws AppError `not-found` for anything that cannot be the number of an event */
export const parseSeq = (text: string): number => parse(Seq, text);

function parse<Value>(schema: z.ZodType<Value>, text: string): Value {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw new AppError("not-found");
  return parsed.data;
}
