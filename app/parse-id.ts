/** Parses an id in an address. Ids are UUIDs; anything else is not found. */
import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors/app-error.ts";

const Id = z.uuid();

/** @throws AppError `not-found` for anything that cannot be an id */
export function parseId(text: string): string {
  const parsed = Id.safeParse(text);
  if (!parsed.success) throw new AppError("not-found");
  return parsed.data;
}
