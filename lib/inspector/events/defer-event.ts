import "server-only";
/** Leaves large payloads out of an event in a list. Pure. */
import { type InspectedEvent, Payload } from "../../contracts/inspector/events/inspected-event.ts";
import {
  type FieldKind,
  type Fields,
  fieldsOf,
  isListKind,
} from "../../contracts/inspector/events/inspected-fields.ts";
import { DEFERRED_BYTES } from "../../contracts/limits.ts";
import { deferPayload } from "../to-payload.ts";

export function deferEvent(event: InspectedEvent): InspectedEvent {
  const { body } = event;
  const deferred = deferFields(body, fieldsOf(body));
  return { ...event, body: deferred as InspectedEvent["body"] };
}

/** Returns the same object where nothing in it is large. */
function deferFields(values: object, fields: Fields): object {
  const changed = Object.entries(values).flatMap(([name, value]) => {
    const next = deferValue(value, fields[name] ?? "open");
    return next === value ? [] : [[name, next]];
  });
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) };
}

function deferValue(value: unknown, kind: FieldKind): unknown {
  if (kind === "open" || typeof value !== "object" || value === null) return value;
  if (kind === "payload" || kind === "said") {
    const payload = Payload.parse(value);
    return payload.bytes > DEFERRED_BYTES && !payload.withheld ? deferPayload(payload) : value;
  }
  if (!isListKind(kind)) return deferFields(value, kind);
  if (!Array.isArray(value)) return value;
  const items = value.map((item) => deferValue(item, kind[0]));
  return items.some((item, index) => item !== value[index]) ? items : value;
}

/** Leaves the arguments and the result out, whatever their size: they come from elsewhere when the event is opened. */
export function deferContent(event: InspectedEvent): InspectedEvent {
  const { body } = event;
  const left = Object.entries(body).map(([name, value]) => {
    const payload = name === "arguments" || name === "result" ? Payload.safeParse(value) : null;
    return [name, payload?.success && !payload.data.withheld ? deferPayload(payload.data) : value];
  });
  return { ...event, body: Object.fromEntries(left) };
}
