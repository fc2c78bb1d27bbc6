/** The day of a run, behind a system prompt: no model knows it. */
import "server-only";
import { settings } from "../env/settings.ts";

/** The last line of a prompt, apart from the rest. */
const LINE = /\n\nToday is [^\n]+\.$/;

/** @param runId a UUIDv7, which begins with the milliseconds since 1970 (RFC 9562, 5.7): the day of a run never changes */
export function datedPrompt(prompt: string, runId: string): string {
  const timeZone = settings().TIME_ZONE;
  return `${prompt}\n\nToday is ${dayFormat(timeZone).format(beginOf(runId))} (${timeZone}).`;
}

/** An answer may say what day it is. */
export const undated = (prompt: string) => prompt.replace(LINE, "");

/** Now, for an id of another kind. */
function beginOf(runId: string): number {
  const ms = Number.parseInt(runId.replaceAll("-", "").slice(0, 12), 16);
  return runId[14] === "7" && Number.isFinite(ms) ? ms : Date.now();
}

const formats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone });
  formats.set(timeZone, format);
  return format;
}
