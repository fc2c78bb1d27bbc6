import "server-only";
/** What a search in a run looks through: the values of its events' fields, by type, from the table of masks. */
import {
  type FieldKind,
  INSPECTED_FIELDS,
  isListKind,
} from "../../../contracts/inspector/events/inspected-fields.ts";
import { Prisma } from "../../generated/client.ts";

/** Digests and sizes of a prompt's parts: by far the longest field, and there are no words in it. */
const WORDLESS = new Set(["model.called manifest"]);

const FIELD_END = "\u001f";

/** @param openOnly without what is masked for auditors */
export function searchableText(openOnly: boolean): Prisma.Sql {
  const cases = Object.entries(INSPECTED_FIELDS).map(([type, fields]) => {
    const paths = Object.entries<FieldKind>(fields)
      .filter(([name]) => !WORDLESS.has(`${type} ${name}`))
      .flatMap(([name, kind]) => pathsOf([name], kind, openOnly));
    const values = paths.map(valueAt);
    return Prisma.sql`WHEN ${type} THEN concat_ws(${FIELD_END}, ${Prisma.join([Prisma.sql`type`, ...values])})`;
  });
  // An event of a type that nobody knows is searched by everybody's own right only.
  const unknown = openOnly
    ? Prisma.sql`type`
    : Prisma.sql`concat_ws(${FIELD_END}, type, payload::text)`;
  return Prisma.sql`(CASE type ${Prisma.join(cases, " ")} ELSE ${unknown} END)`;
}

function valueAt(path: string[]): Prisma.Sql {
  const [name = "", ...deeper] = path;
  if (deeper.length === 0) return Prisma.sql`payload ->> ${name}::text`;
  return Prisma.sql`payload #>> ${`{${path.join(",")}}`}::text[]`;
}

/** A field is searched whole where all of it may be read, else part by part; lists of masked parts are not. */
function pathsOf(path: string[], kind: FieldKind, openOnly: boolean): string[][] {
  if (!openOnly || kind === "open" || kind === "said") return [path];
  if (kind === "payload" || isListKind(kind)) return [];
  return Object.entries(kind).flatMap(([name, part]) => pathsOf([...path, name], part, openOnly));
}
