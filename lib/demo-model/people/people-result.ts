/** Reads results of the directory's tools, and shows them as sentences and tables without ids. */

import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import type { ToolCall } from "../chat-request.ts";
import { isNotKnown, NOT_KNOWN } from "../read-result.ts";

export type Person = {
  id: string;
  name: string;
  email: string;
  department: string;
  city: string;
  joined: string;
};

export type PeopleResult =
  | { kind: "people"; people: Person[]; total: number; offset: number }
  | { kind: "counts"; field: string; counts: { value: string; count: number }[] }
  | { kind: "deleted" | "updated" | "created"; person: Person }
  | { kind: "declined" | "denied" | "gone" | "taken" | "not-known" | "failed" };

export function readPeopleResult(content: string): PeopleResult {
  const parsed = parseJson(content);
  if (!isRecord(parsed)) return { kind: failureOf(content) };
  for (const kind of ["deleted", "updated", "created"] as const) {
    const person = toPerson(parsed[kind]);
    if (person) return { kind, person };
  }
  if (Array.isArray(parsed.people)) {
    const people = parsed.people.map(toPerson).filter((person) => person !== null);
    const total = typeof parsed.total === "number" ? parsed.total : people.length;
    const offset = typeof parsed.offset === "number" ? parsed.offset : 0;
    return { kind: "people", people, total, offset };
  }
  if (Array.isArray(parsed.counts)) {
    const counts = parsed.counts.filter(isRecord).map(({ value, count }) => ({
      value: textOf(value),
      count: Number(count) || 0,
    }));
    return { kind: "counts", field: textOf(parsed.field), counts };
  }
  return { kind: "failed" };
}

function failureOf(content: string) {
  if (isNotKnown(content)) return "not-known";
  if (/\bdeclined\b/i.test(content)) return "declined";
  if (/\bnot allowed\b|\bpolicy\b|\bdenied\b/i.test(content)) return "denied";
  if (/^nobody has\b|\bno such person\b|\bnot found\b/i.test(content)) return "gone";
  return /\bbelongs to somebody else\b|\btaken\b/i.test(content) ? "taken" : "failed";
}

function toPerson(value: unknown): Person | null {
  if (!isRecord(value) || textOf(value.id) === "" || textOf(value.name) === "") return null;
  return {
    id: textOf(value.id),
    name: textOf(value.name),
    email: textOf(value.email),
    department: textOf(value.department),
    city: textOf(value.city),
    joined: textOf(value.joined),
  };
}

export function showPeople(
  { people, total, offset }: Extract<PeopleResult, { kind: "people" }>,
  words: string | null,
): string {
  if (people.length === 0) {
    return words === null
      ? "There is nobody else in the directory."
      : `Nobody in the directory matches “${words}”.`;
  }
  return `${headline(people.length, total, offset, words)}\n\n${peopleTable(people, offset)}`;
}

function headline(shown: number, total: number, offset: number, words: string | null): string {
  if (words !== null) {
    const found = total === 1 ? "One person matches" : `${total} people match`;
    return `${found} “${words}”${total > shown ? `; these are the first ${shown}` : ""}:`;
  }
  if (shown === total) return `These are all ${total} people in the directory:`;
  const range = offset > 0 ? `numbers ${offset + 1} to ${offset + shown}` : `the first ${shown}`;
  return `There are ${total} people in the directory. These are ${range}:`;
}

function peopleTable(people: readonly Person[], offset: number): string {
  const rows = people.map(
    ({ name, email, department, city, joined }, index) =>
      `| ${offset + index + 1} | ${[name, email, department, city, joined].map(cell).join(" | ")} |`,
  );
  return `| # | Name | E-mail | Department | City | Joined |\n| ---: | --- | --- | --- | --- | --- |\n${rows.join("\n")}`;
}

export function showCounts({ field, counts }: Extract<PeopleResult, { kind: "counts" }>): string {
  if (counts.length === 0) return "There is nobody in the directory to count.";
  const [label, what] = /month|join/i.test(field)
    ? ["Month", "joined each month"]
    : [field.charAt(0).toUpperCase() + field.slice(1), `there are in each ${field}`];
  const rows = counts.map(({ value, count }) => `| ${cell(value)} | ${count} |`);
  return `This is how many people ${what}:\n\n| ${label} | People |\n| --- | ---: |\n${rows.join("\n")}`;
}

/** One sentence about a change that was made or refused. */
export function showChange(call: ToolCall, result: PeopleResult): string {
  switch (result.kind) {
    case "deleted":
      return `**${result.person.name}** (${result.person.email}) is deleted from the directory.`;
    case "created":
      return `**${result.person.name}** (${result.person.email}) is added to the directory.`;
    case "updated":
      return `**${result.person.name}** is changed: ${changesOf(call, result.person)}.`;
    case "declined":
      return "As you decided, nothing was changed.";
    case "denied":
      return "That is not allowed for you here: a policy refused it, so nothing was changed.";
    case "gone":
      return "That person is not in the directory any more, so nothing was changed.";
    case "taken":
      return "That e-mail address belongs to somebody else, so nothing was changed.";
    case "not-known":
      return NOT_KNOWN;
    default:
      return "That did not work, and nothing was changed.";
  }
}

const LABELS: Record<string, string> = { joined: "day of joining", email: "e-mail" };

function changesOf(call: ToolCall, person: Person): string {
  const given = parseJson(call.arguments);
  const fields = isRecord(given) ? Object.keys(given).filter((key) => key !== "id") : [];
  const values = person as unknown as Record<string, string>;
  return fields.map((key) => `${LABELS[key] ?? key} is now ${values[key] ?? ""}`).join(", ");
}

/** Escapes what would end a cell. */
function cell(text: string): string {
  return text.replace(/\|/g, "\\|").replace(/\s+/g, " ");
}
