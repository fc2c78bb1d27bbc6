/** The kinds of values that several settings share. */
import { z } from "zod";

/** A whole number. The unit stands in the setting's name. */
export const int = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** How much is done at once. */
export const places = z.coerce.number().int().min(1).max(1_000).optional();

/** On or off. */
export const flag = (fallback: "0" | "1") =>
  z
    .enum(["0", "1", "false", "true"])
    .default(fallback)
    .transform((value) => value === "1" || value === "true");

/** A name of the IANA's list. */
export const timeZone = (fallback: string) =>
  z.string().default(fallback).refine(isTimeZone, { error: "a time zone, such as Europe/Berlin" });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Names separated by commas. */
export const list = z
  .string()
  .default("")
  .transform((names) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  );
