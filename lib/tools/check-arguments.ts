/** Checks a call's arguments by the tool's schema. Numbers stay as they were written, or are refused: never another number. */
import "server-only";
import type { z } from "zod";
import { findNoDouble, isExactNumber, toDoubles } from "../contracts/json/exact-numbers.ts";
import { isRecord } from "../contracts/read-json.ts";
import type { Tool } from "./tool.ts";

export type CheckedArguments =
  | { ok: true; data: unknown }
  | { ok: false; why: "misfit"; error: z.ZodError }
  /** A number that no double equals, for a tool that takes doubles. */
  | { ok: false; why: "no-double"; number: string };

/** @param given as `parseExact` read it */
export function checkArguments(
  tool: Pick<Tool, "arguments" | "keepsNumbers">,
  given: unknown,
): CheckedArguments {
  const number = tool.keepsNumbers ? undefined : findNoDouble(given);
  if (number !== undefined) return { ok: false, why: "no-double", number };
  const doubles = toDoubles(given);
  const checked = tool.arguments.safeParse(doubles);
  if (!checked.success) return { ok: false, why: "misfit", error: checked.error };
  const isExact = tool.keepsNumbers && doubles !== given;
  return { ok: true, data: isExact ? restoreNumbers(checked.data, given) : checked.data };
}

/** The checked value, which may have defaults, with the numbers of the given one. */
function restoreNumbers(checked: unknown, given: unknown): unknown {
  if (isExactNumber(given)) return typeof checked === "number" ? given : checked;
  if (Array.isArray(checked) && Array.isArray(given))
    return checked.map((item, index) => restoreNumbers(item, given[index]));
  if (!isRecord(checked) || !isRecord(given)) return checked;
  const entries = Object.entries(checked).map(([key, item]) => [
    key,
    Object.hasOwn(given, key) ? restoreNumbers(item, given[key]) : item,
  ]);
  return Object.fromEntries(entries);
}
