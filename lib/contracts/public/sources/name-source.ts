/** What a source is called in the chat. Separate from the schema, whose library the chat loads after its page. */
import * as text from "../../../messages/chat.ts";
import type { PublicSource } from "./public-source.ts";

const WHAT = {
  calculation: text.sourceCalculation,
  people: text.sourcePeople,
  connected: text.sourceConnected,
} as const;

export function nameSource(source: PublicSource): string {
  switch (source.kind) {
    case "page":
      return source.title;
    case "document":
      return source.passage === null
        ? source.name
        : text.sourcePassage({ name: source.name, passage: String(source.passage) });
    case "service": {
      const what = source.label ?? WHAT[source.what]();
      if (source.what === "calculation") return what;
      return text.sourceOnDay({ what, day: dayOf(source.day) });
    }
    default:
      return source satisfies never;
  }
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** `2026-11-23` as "23 Nov". */
function dayOf(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}
