/** Projects log events for operators: a new object for each, field by field from an allow-list. */
import "server-only";
import { placeOf } from "../../contracts/describe-issue.ts";
import type {
  InspectedBody,
  InspectedEvent,
} from "../../contracts/inspector/events/inspected-event.ts";
import {
  type FieldKind,
  type Fields,
  INSPECTED_FIELDS,
  isListKind,
} from "../../contracts/inspector/events/inspected-fields.ts";
import { LogEventBody } from "../../contracts/run/log-event.ts";
import type { StoredEvent } from "../../db/inspector/run/read-events.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toPayload } from "../to-payload.ts";

/** An event that does not match its schema becomes a finding with the stored value. */
export function projectEvent(stored: StoredEvent, access: PayloadAccess): InspectedEvent {
  return {
    seq: stored.seq,
    publicSeq: stored.publicSeq,
    visibility: stored.visibility === "public" ? "public" : "hidden",
    at: stored.at.toISOString(),
    ...(stored.left ? { left: true as const } : {}),
    body: readBody(stored, access),
  };
}

function readBody({ type, payload }: StoredEvent, access: PayloadAccess): InspectedBody {
  if (payload === null) return { type: "erased", storedType: type };
  const fields = typeof payload === "object" ? payload : {};
  const parsed = LogEventBody.safeParse({ ...fields, type });
  if (parsed.success) return projectBody(parsed.data, access);
  const [issue] = parsed.error.issues;
  const finding = issue ? `${placeOf(issue, "event")}: ${issue.message}` : "unreadable";
  return { type: "unreadable", storedType: type, finding, stored: toPayload(payload, access) };
}

function projectBody(body: LogEventBody, access: PayloadAccess): InspectedBody {
  const fields = projectFields(body, INSPECTED_FIELDS[body.type], access);
  return { type: body.type, ...fields } as InspectedBody;
}

/** Copies the listed fields into a new object; others do not pass. */
function projectFields(
  values: object,
  fields: Fields,
  access: PayloadAccess,
): Record<string, unknown> {
  const known = new Map<string, unknown>(Object.entries(values));
  const shown: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(fields)) {
    const value = known.get(name);
    if (value !== undefined) shown[name] = projectValue(value, kind, access);
  }
  return shown;
}

function projectValue(value: unknown, kind: FieldKind, access: PayloadAccess): unknown {
  if (kind === "open") return value;
  if (kind === "said") return toPayload(value, access === "all-masked" ? access : "full");
  if (kind === "payload" || typeof value !== "object" || value === null)
    return toPayload(value, access);
  if (!isListKind(kind)) return projectFields(value, kind, access);
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.map((item) => projectValue(item, kind[0], access));
}
