import "server-only";
/** The inspector's projection of the log: a new object for each event, out of the fields that are listed. */
import type { InspectedBody, InspectedEvent } from "../contracts/inspected-event.ts";
import { type FieldKind, INSPECTED_FIELDS } from "../contracts/inspected-fields.ts";
import { RunEventBody } from "../contracts/run-event.ts";
import type { StoredEvent } from "../db/inspector/read-events.ts";
import type { Sight } from "./sight.ts";
import { toPayload } from "./to-payload.ts";

/** An event that does not fit its schema becomes a finding with what is stored. */
export function projectEvent(stored: StoredEvent, sight: Sight): InspectedEvent {
  return {
    seq: stored.seq,
    publicSeq: stored.publicSeq,
    visibility: stored.visibility === "public" ? "public" : "hidden",
    at: stored.at.toISOString(),
    body: readBody(stored, sight),
  };
}

function readBody({ type, payload }: StoredEvent, sight: Sight): InspectedBody {
  const fields = typeof payload === "object" && payload !== null ? payload : {};
  const parsed = RunEventBody.safeParse({ ...fields, type });
  if (parsed.success) return projectBody(parsed.data, sight);
  const [issue] = parsed.error.issues;
  const finding = issue ? `${issue.path.join(".") || "event"}: ${issue.message}` : "unreadable";
  return { type: "unreadable", storedType: type, finding, stored: toPayload(payload, sight) };
}

function projectBody(body: RunEventBody, sight: Sight): InspectedBody {
  const values = new Map<string, unknown>(Object.entries(body));
  const shown: Record<string, unknown> = { type: body.type };
  const fields: [string, FieldKind][] = Object.entries(INSPECTED_FIELDS[body.type]);
  for (const [name, kind] of fields) {
    const value = values.get(name);
    if (value !== undefined) shown[name] = kind === "payload" ? toPayload(value, sight) : value;
  }
  return shown as InspectedBody;
}
