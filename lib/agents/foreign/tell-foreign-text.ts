/** Tells a person, in a question, of a text that neither they nor the operator wrote. */
import "server-only";
import { type Origin, trustOf } from "../../contracts/model/origin.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import * as text from "../../messages/answers.ts";
import type { Resembling } from "./resembling-sentence.ts";

/** @param found the sentence that the call most resembles; null where there is none */
export function withForeignText(question: string, found: Resembling | null): string {
  if (!found) return question;
  const sentence = asCode(sanitise(found.sentence).value);
  return `${question}\n\n${text.foreignText({ sentence, place: placeOf(found.origin) })}`;
}

/** In Markdown, where neither a link nor a picture can stand in it. */
export function asCode(words: string): string {
  const line = words.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  const runs = line.match(/`+/g)?.map(({ length }) => length) ?? [0];
  const fence = "`".repeat(Math.max(...runs) + 1);
  const gap = runs[0] === 0 ? "" : " ";
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** Where a text stands, in plain words. */
export function placeOf(origin: Origin): string {
  const [kind = "", name = ""] = origin.split(":", 2);
  if (kind === "web" && name !== "unknown") return text.placePage({ host: name });
  if (kind === "mcp") return text.placeServer({ server: name });
  if (origin.includes("@")) return text.placeEarlier();
  switch (trustOf(origin)) {
    case "directory":
      return text.placeDirectory();
    case "person-file":
      return text.placeFile();
    default:
      return text.placeEarlier();
  }
}
