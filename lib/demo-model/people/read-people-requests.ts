/** Reads the requests in a message about a directory of people, part by part. */
import { wordsToDigits } from "../calculations/calculation.ts";
import {
  PEOPLE,
  type PeopleRequest,
  type PersonField,
  readNewPerson,
  readWho,
} from "./people-request.ts";

const LEAD_IN =
  /^\W*(?:(?:and|now|then|ok|okay|so|also|please|again|hi|hello|hey)\b\W*|(?:can|could|would|will) you\s+(?:please\s+)?|i(?:'d| would) like(?: you)? to\s+|i want(?: you)? to\s+|let(?:'s| us)\s+)*/i;
const FIELDS: [RegExp, PersonField][] = [
  [/\be-?mail( address)?\b/i, "email"],
  [/\b(department|team)\b/i, "department"],
  [/\b(city|town|location)\b/i, "city"],
  [/\b(joined|joining)\b/i, "joined"],
  [/\bname\b/i, "name"],
];
const FIELD = "(e-?mail(?: address)?|department|team|city|town|location|joining date|name)";

/** The requests in a message, one for each of its parts; empty where there is none. */
export function readPeopleRequests(text: string): PeopleRequest[] {
  const whole = readPeopleRequest(text);
  if (whole && (whole.kind === "add" || whole.kind === "change")) return [whole];
  const parts = splitParts(text).map(readPeopleRequest);
  const read = parts.filter((part) => part !== null);
  return read.length > 0 ? read : whole ? [whole] : [];
}

/** @returns null where the text is not a request to a directory */
function readPeopleRequest(given: string): PeopleRequest | null {
  const text = given
    .trim()
    .replace(LEAD_IN, "")
    .replace(/[\s.!?]+$/, "");
  return (
    readCount(text) ??
    readDeletion(text) ??
    readChange(text) ??
    readAddition(text) ??
    readMore(text) ??
    readList(text) ??
    readFind(text)
  );
}

function readCount(text: string): PeopleRequest | null {
  const isCount = /\b(how many|count|number of|breakdown|distribution|statistics|figures)\b/i.test(
    text,
  );
  const by = /\b(?:each|per|by|every|which)\s+(month|year|department|team|city|town)\b/i.exec(
    text,
  )?.[1];
  const isAbout = PEOPLE.test(text) || /\bjoin(ed|s)?\b/i.test(text);
  if (by && (isCount || (isAbout && !/\bsort(ed)?\b/i.test(text)))) {
    const word = by.toLowerCase();
    if (/month|year/.test(word)) return { kind: "count", by: "month" };
    return { kind: "count", by: /department|team/.test(word) ? "department" : "city" };
  }
  if (!/\bhow many\b|\bnumber of\b|^count\b/i.test(text) || !PEOPLE.test(text)) return null;
  const where = whereOf(text);
  return where ? { kind: "find", words: where } : { kind: "total" };
}

function readDeletion(text: string): PeopleRequest | null {
  const rest = /^(?:delete|remove|erase)\s+(.+)/i.exec(text)?.[1];
  const who = rest ? readWho(rest) : null;
  return who && { kind: "delete", who };
}

function readChange(text: string): PeopleRequest | null {
  const moved = /^move\s+(.+?)\s+to\s+(.+)/i.exec(text);
  if (moved) {
    const isCity = /^(?:the\s+)?city(?:\s+of)?\s/i.test(moved[2] ?? "");
    return changeOf(moved[1], isCity ? "city" : "department", moved[2]);
  }
  const renamed = /^rename\s+(.+?)\s+(?:to|as)\s+(.+)/i.exec(text);
  if (renamed) return changeOf(renamed[1], "name", renamed[2]);
  const owned = new RegExp(
    `^(?:change|set|update|correct|make)\\s+(.+?)(?:['’]s?|s['’])?\\s+${FIELD}\\s+(?:to|into|as|=)\\s+(.+)`,
    "i",
  ).exec(text);
  const of = new RegExp(
    `^(?:change|set|update|correct)\\s+(?:the\\s+)?${FIELD}\\s+(?:of|for)\\s+(.+?)\\s+(?:to|into|as)\\s+(.+)`,
    "i",
  ).exec(text);
  if (of) return changeOf(of[2], fieldOf(of[1] ?? ""), of[3]);
  return owned ? changeOf(owned[1], fieldOf(owned[2] ?? ""), owned[3]) : null;
}

function changeOf(who = "", field: PersonField | null, to = ""): PeopleRequest | null {
  const person = readWho(who);
  const value = to
    .replace(/^(?:the\s+)?(?:department|city)(?:\s+of)?\s+/i, "")
    .replace(/^the\s+/i, "")
    .replace(/\s+(?:department|team)$/i, "")
    .replace(/["“”]/g, "")
    .trim();
  return person && field && value !== "" ? { kind: "change", who: person, field, to: value } : null;
}

export function fieldOf(text: string): PersonField | null {
  return FIELDS.find(([words]) => words.test(text))?.[1] ?? null;
}

function readAddition(text: string): PeopleRequest | null {
  if (!/^(?:add|create|register)\b/i.test(text)) return null;
  const person = readNewPerson(text);
  if (!PEOPLE.test(text) && person.email === undefined && person.name === undefined) return null;
  return { kind: "add", person };
}

function readMore(text: string): PeopleRequest | null {
  const isMore =
    /^(?:(?:show|list|give)\s+(?:me\s+)?)?(?:some\s+|the\s+)?(?:more|next(?:\s+\w+)?|others|the others|rest)(?:\s+(?:of them|ones?|please|users?|people))?$/i;
  return isMore.test(text) ? { kind: "more" } : null;
}

const LISTS = /^(?:list|show|display|see|give|get|view|fetch|print)\b/i;

function readList(text: string): PeopleRequest | null {
  const digits = wordsToDigits(text);
  const again =
    /^(?:(?:do |show )?the same (?:for|with)|show(?: me)?|list|only)\s+(\d+)(?:\s+of them)?$/i.exec(
      digits,
    );
  if (again) return { kind: "list", limit: Number(again[1]), sort: null };
  const isList =
    (LISTS.test(text) &&
      (PEOPLE.test(text) || /\b(them|all)\b.*\b(again|all)\b|^list (?:them|all)$/i.test(text))) ||
    /^(?:who are|which|what|are there|all|the)\s+(?:the\s+|all\s+)*(?:users?|people|employees?|colleagues?)\b/i.test(
      text,
    ) ||
    /^(?:all\s+|the\s+)*(?:users|people|employees|colleagues|directory)$/i.test(text);
  if (!isList) return null;
  const where = whereOf(text);
  if (where) return { kind: "find", words: where };
  const limit = /\b(?:first|top|up to|only)?\s*(\d{1,3})\b/.exec(digits)?.[1];
  const sort = /\b(?:sort(?:ed)?|order(?:ed)?)\s+by\s+(?:the\s+)?(.+)/i.exec(text)?.[1];
  return { kind: "list", limit: limit ? Number(limit) : null, sort: sort ? fieldOf(sort) : null };
}

function readFind(text: string): PeopleRequest | null {
  const asked =
    /^(?:find|look up|look for|search(?: for)?|show(?: me)?|who is|who's|get|do we have|is there)\s+(.+)/i.exec(
      text,
    )?.[1] ?? /^who\s+(?:works|lives|sits|is)\s+(.+)/i.exec(text)?.[1];
  if (!asked) return null;
  const where = whereOf(asked) ?? whereOf(` ${asked}`);
  if (where && PEOPLE.test(asked)) return { kind: "find", words: where };
  const who = readWho(asked.replace(/^(?:for\s+)?(?:in|at|from)\s+/i, ""));
  return who && "name" in who ? { kind: "find", words: who.name } : null;
}

const WHERE =
  /\b(?:in|from|of|at|within)\s+(?:the\s+)?(?:(?:city|department|team)\s+(?:of\s+)?)?(\p{Lu}[\p{L}-]*(?:\s+\p{Lu}[\p{L}-]*)*)/u;

/** A department or a city, recognised by its capital letter. */
function whereOf(text: string): string | null {
  return WHERE.exec(text)?.[1] ?? null;
}

const BETWEEN =
  /\s*(?:;|,?\s+and\s+then\s+|,?\s+and\s+also\s+|,?\s+then\s+|,?\s+and\s+|\.\s+(?=\p{Lu}))\s*/iu;

/** "List the users and chart how many joined": the parts of a message that ask for one thing each. */
export function splitParts(text: string): string[] {
  return text.split(BETWEEN).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
