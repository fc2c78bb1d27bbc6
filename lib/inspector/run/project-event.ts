/** Projects log events for operators: a new object for each, field by field from an allow-list. */
import "server-only";
import type { z } from "zod";
import { REGISTRY } from "../../agents/registry.ts";
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
  isPlainKind,
  type PlainKind,
} from "../../contracts/inspector/events/inspected-fields.ts";
import { LogEventBody } from "../../contracts/run/log-event.ts";
import type { StoredEvent } from "../../db/inspector/run/read-events.ts";
import * as texts from "../../messages/inspector-findings.ts";
import { schemaOf } from "../context/schema-of.ts";
import { forSaid, type PayloadAccess } from "../payload-access.ts";
import { type DeclaredNames, toPath } from "../to-leaves.ts";
import { toDigest, toOrigin, toPayload, toSize } from "../to-payload.ts";

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
  const finding = issue ? describe(issue, type, access) : "unreadable";
  return { type: "unreadable", storedType: type, finding, stored: toPayload(payload, access) };
}

/** A path or a message may hold what was written: without access, the declared field and the code. */
function describe(issue: z.core.$ZodIssue, type: string, { level }: PayloadAccess): string {
  if (level === "full") return `${placeOf(issue, "event")}: ${issue.message}`;
  const [field = ""] = issue.path.map(String);
  const fields = new Map<string, Fields>(Object.entries(INSPECTED_FIELDS)).get(type);
  return `${fields && Object.hasOwn(fields, field) ? field : "event"}: ${issue.code}`;
}

/** An event for an operator: `declared` tells which names of its pointers a schema declares. */
type Reader = { access: PayloadAccess; declared: DeclaredNames };

function projectBody(body: LogEventBody, access: PayloadAccess): InspectedBody {
  const declared = "agentId" in body ? schemaOf(REGISTRY, body.agentId).countDeclared : () => 0;
  const fields = projectFields(body, INSPECTED_FIELDS[body.type], { access, declared });
  return { type: body.type, ...fields } as InspectedBody;
}

/** Copies the listed fields into a new object; others do not pass. */
function projectFields(values: object, fields: Fields, reader: Reader): Record<string, unknown> {
  const known = new Map<string, unknown>(Object.entries(values));
  const shown: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(fields)) {
    const value = known.get(name);
    if (value !== undefined) shown[name] = projectValue(value, kind, reader);
  }
  return shown;
}

function projectValue(value: unknown, kind: FieldKind, reader: Reader): unknown {
  const { access } = reader;
  if (isPlainKind(kind)) return projectPlain(value, kind, reader);
  if (kind === "said") return toPayload(value, forSaid(access));
  if (kind === "payload" || typeof value !== "object" || value === null)
    return toPayload(value, access);
  if (!isListKind(kind)) return projectFields(value, kind, reader);
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.map((item) => projectValue(item, kind[0], reader));
}

/** Keeps the shape of the value, so that all events are read in the same way. */
function projectPlain(value: unknown, kind: PlainKind, { access, declared }: Reader): unknown {
  switch (kind) {
    case "open":
      return value;
    case "digest":
      return typeof value === "string" ? toDigest(value, access) : value;
    case "size":
      return typeof value === "number" ? toSize(value, access) : value;
    case "said-size":
      return typeof value === "number" ? toSize(value, forSaid(access)) : value;
    case "names":
      return Array.isArray(value) ? value.map((path) => toPath(path, access, declared)) : value;
    case "origin":
      if (Array.isArray(value)) return value.map((origin) => toOrigin(String(origin), access));
      return typeof value === "string" ? toOrigin(value, access) : value;
    case "finding":
      return value === null || access.level === "full" ? value : texts.findingIsHidden();
    default:
      return kind satisfies never;
  }
}
