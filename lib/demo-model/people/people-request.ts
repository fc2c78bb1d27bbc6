/** What a person may ask about a directory, and how persons are named in it. */

/** By place in the last list (1 first, -1 last, 0 the one last mentioned), or by name. */
export type Who = { place: number } | { name: string };

export type PersonField = "name" | "email" | "department" | "city" | "joined";
export type CountField = "department" | "city" | "month";
export type NewPerson = Partial<Record<PersonField, string>>;

export type PeopleRequest =
  | { kind: "list"; limit: number | null; sort: PersonField | null }
  | { kind: "more" }
  | { kind: "find"; words: string }
  /** The number of people. */
  | { kind: "total" }
  | { kind: "count"; by: CountField }
  | { kind: "delete"; who: Who }
  | { kind: "change"; who: Who; field: PersonField; to: string }
  | { kind: "add"; person: NewPerson };

/** A word for a person in a directory. */
export const PEOPLE =
  /\b(users?|people|persons?|employees?|colleagues?|co-?workers?|staff|members?|directory|everyone|everybody)\b/i;

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const PLACE = new RegExp(
  `^(?:the\\s+)?(?:(${ORDINALS.join("|")}|last)\\b|(\\d+)(?:st|nd|rd|th)\\b|(?:number|no\\.?|#)\\s*(\\d+))`,
  "i",
);
const PRONOUN =
  /^(?:him|her|them|it|his|their|this|that|this (?:one|user|person)|that (?:one|user|person))\b/i;
const NOUNS =
  /\b(?:the|a|an|this|that|users?|people|persons?|employees?|colleagues?|members?|named|called|with the name)\b/gi;
const BEHIND = /\s+(?:from|in|out of)\s+(?:the\s+)?(?:list|directory|database|table)\b.*$/i;

/** Which person is meant: "the second one", "her", "Anna Berg". @returns null where the text names no person */
export function readWho(text: string): Who | null {
  const rest = text.trim();
  const place = PLACE.exec(rest);
  if (place) return { place: placeOf(place) };
  if (PRONOUN.test(rest)) return { place: 0 };
  const name = rest
    .replace(BEHIND, "")
    .replace(NOUNS, " ")
    .replace(/[.?!,;"“”]+/g, " ")
    .replace(/['’]s?(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" ? null : { name };
}

function placeOf([, word, digits, number]: RegExpExecArray): number {
  if (word === undefined) return Number(digits ?? number);
  const place = ORDINALS.indexOf(word.toLowerCase()) + 1;
  return place > 0 ? place : -1;
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const DAY = /\b\d{4}-\d{2}-\d{2}\b/;
const NAME = /\p{Lu}[\p{L}'’-]+(?:\s+(?:(?:van|von|de|da|di|der|la|le)\s+)*\p{Lu}[\p{L}'’-]+)+/u;
const NAMED = "(?:is\\s+|:\\s*|=\\s*)?";
const WORDS = "(\\p{Lu}[\\p{L}-]*(?:\\s+\\p{Lu}[\\p{L}-]*)*)";
const DEPARTMENT = [
  new RegExp(`\\bdepartment\\s+${NAMED}${WORDS}`, "u"),
  new RegExp(`\\b(?:in|to|for)\\s+(?:the\\s+)?${WORDS}\\s+(?:department|team)`, "u"),
  new RegExp(`\\bworks?\\s+in\\s+(?:the\\s+)?${WORDS}`, "u"),
];
const CITY = [
  new RegExp(`\\bcity\\s+${NAMED}${WORDS}`, "u"),
  new RegExp(`\\b(?:from|lives? in|based in|of)\\s+${WORDS}`, "u"),
];
const LEAD_IN = /^.*?\b(?:add|create|register|named|called|new)\b:?\s*/i;
const LABEL =
  /^(?:(?:an?|the|new|user|person|employee|colleague|name|e-?mail|department|city|joined|is|in)\b:?\s*)+/i;

export function readNewPerson(text: string): NewPerson {
  const person: NewPerson = {};
  const set = (field: keyof NewPerson, value: string | undefined) => {
    const clean = value?.trim().replace(/[.;]+$/, "");
    if (clean && person[field] === undefined) person[field] = clean;
  };
  set("email", EMAIL.exec(text)?.[0]);
  set("joined", DAY.exec(text)?.[0]);
  const words = text.replace(EMAIL, "").replace(DAY, "");
  set("department", firstOf(DEPARTMENT, words));
  set("city", firstOf(CITY, words));
  const parts = words
    .split(/[,;()\n]|\s+\band\b\s+/)
    .map((part, index) =>
      (index === 0 ? part.replace(LEAD_IN, "") : part).replace(LABEL, "").trim(),
    )
    .filter((part) => /^\p{Lu}/u.test(part) && part.length <= 80);
  set("name", NAME.exec(parts[0] ?? "")?.[0] ?? NAME.exec(words.replace(LEAD_IN, ""))?.[0]);
  const left = parts.filter((part) => !Object.values(person).some((value) => part.includes(value)));
  for (const field of ["department", "city"] as const) {
    if (person[field] === undefined) set(field, left.shift());
  }
  return person;
}

function firstOf(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found) return found;
  }
  return undefined;
}
