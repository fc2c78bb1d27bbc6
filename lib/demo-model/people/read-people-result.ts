/** What came back from a tool of the directory. */
import { isRecord, parseJson, textOf } from "../read-json.ts";
import { isNotKnown } from "../tools/read-result.ts";

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
