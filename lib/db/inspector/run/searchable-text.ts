/** Builds the searchable text of an event from the table of inspected fields, by type. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import {
  type FieldKind,
  INSPECTED_FIELDS,
  isListKind,
} from "../../../contracts/inspector/events/inspected-fields.ts";
import { columnsOf } from "../../typed-sql.ts";

/** The manifest of a prompt: by far the longest field, and it contains no words. */
const WORDLESS = new Set(["model.called manifest"]);

const event = columnsOf("log_event");

const FIELD_END = "\u001f";

/** @param openOnly leaves out what is masked for auditors */
export function searchableText(openOnly: boolean): RawBuilder<string> {
  const cases = Object.entries(INSPECTED_FIELDS).map(([type, fields]) => {
    const paths = Object.entries<FieldKind>(fields)
      .filter(([name]) => !WORDLESS.has(`${type} ${name}`))
      .flatMap(([name, kind]) => pathsOf([name], kind, openOnly));
    const values = paths.map(valueAt);
    return sql`WHEN ${type} THEN concat_ws(${FIELD_END}::text, ${sql.join([event("type"), ...values])})`;
  });
  // Events of an unknown type are searched only for a reader who may see payloads.
  const unknown = openOnly
    ? event("type")
    : sql`concat_ws(${FIELD_END}::text, ${event("type")}, ${event("payload")}::text)`;
  return sql<string>`(CASE ${event("type")} ${sql.join(cases, sql` `)} ELSE ${unknown} END)`;
}

function valueAt(path: string[]): RawBuilder<unknown> {
  const [name = "", ...deeper] = path;
  if (deeper.length === 0) return sql`${event("payload")} ->> ${name}::text`;
  return sql`${event("payload")} #>> ${path}::text[]`;
}

/** Searches a field whole if all of it is readable, else part by part, without lists of masked parts. */
function pathsOf(path: string[], kind: FieldKind, openOnly: boolean): string[][] {
  if (!openOnly || kind === "open" || kind === "said") return [path];
  if (kind === "payload" || isListKind(kind)) return [];
  return Object.entries(kind).flatMap(([name, part]) => pathsOf([...path, name], part, openOnly));
}
