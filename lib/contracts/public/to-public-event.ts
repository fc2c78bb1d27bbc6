/** The one projection from the log to what a person's browser may receive: only what `PUBLIC_EVENTS` lists passes. */
import { personText } from "../../errors/person-text.ts";
import type { LogEvent } from "../run/log-event.ts";
import { PUBLIC_EVENTS, type PublicEvent } from "./public-event.ts";

/** @returns null for a hidden event */
export function toPublicEvent({
  publicSeq,
  body,
}: Pick<LogEvent, "publicSeq" | "body">): PublicEvent | null {
  const given = { seq: publicSeq ?? 1, personText };
  for (const { project } of PUBLIC_EVENTS) {
    const event = project(body, given);
    if (event) return event;
  }
  return null;
}
