/** "Add Jane Doe, jane@example.org, Sales, Berlin": what is said of a new person. */
import type { NewPerson } from "./people-request.ts";

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
