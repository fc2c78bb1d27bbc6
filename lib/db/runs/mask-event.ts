/**
 * Masks the hidden texts of an event before it is signed and stored. What the person reads stays as they read it: their answer,
 * and the text of the calls that it is made of.
 */
import "server-only";
import type { LogEventBody, LogEventType } from "../../contracts/run/log-event.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";

/**
 * The fields of each type that hold what a model, a tool, a provider or another run wrote. Arguments and results of tools are
 * masked where they arise, because later prompts have them; headers and envelopes are signed as they are.
 */
const TEXTS: Partial<Record<LogEventType, readonly string[]>> = {
  "run.continued": ["results"],
  "hop.ended": ["result"],
  "model.refused": ["reply"],
  "model.answered": ["reasoning"],
  "plan.made": ["plan"],
  "plan.refused": ["reason"],
  "route.chosen": ["reason"],
  "execution.claimed": ["claims"],
  "context.changed": ["change"],
  "context.refused": ["reason"],
  "envelope.finding": ["detail"],
  "run.noted": ["detail"],
};

/** @returns the same body where nothing was found */
export function maskEvent(body: LogEventBody): LogEventBody {
  const names = TEXTS[body.type];
  if (!names) return body;
  const fields = body as Record<string, unknown>;
  const masked = names.flatMap((name): [string, unknown][] => {
    const { value, redactions } = sanitise(fields[name]);
    return redactions > 0 ? [[name, value]] : [];
  });
  return masked.length === 0 ? body : { ...body, ...Object.fromEntries(masked) };
}
