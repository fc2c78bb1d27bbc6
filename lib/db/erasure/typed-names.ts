/** Finds rows of the trail in which an operator typed a person's name: a part of it as a filter, or nothing else but it. */
import "server-only";
import { type Expression, type RawBuilder, sql } from "kysely";
import { NAMING_PART_MIN_CHARS } from "../limits.ts";
import { columnsOf } from "../typed-sql.ts";

export type Named = { name: string; email: string };

const detail = columnsOf("audit_event")("detail");

/** As the filter `person` of the list of runs. */
const PERSON_FILTER = sql<string | null>`${detail}#>>'{filters,person}'`;
/** As words that were searched, and as a reason. */
const TYPED = [
  sql<string | null>`${detail}#>>'{filters,q}'`,
  sql<string | null>`${detail}->>'words'`,
  sql<string | null>`${detail}->>'reason'`,
];

/** A condition on `audit_event`. */
export function isTypedName({ name, email }: Named): RawBuilder<boolean> {
  return sql<boolean>`(${detail} ?| ARRAY['filters', 'words', 'reason']
    AND (${isPartOf({ name, email })} OR ${isAlone(name)}))`;
}

/** Compares as the filter does. */
function isPartOf({ name, email }: Named): RawBuilder<boolean> {
  const part = sql`lower(${PERSON_FILTER})`;
  return sql<boolean>`coalesce(
    (strpos(lower(${name}::text), ${part}) > 0 OR strpos(lower(${email}::text), ${part}) > 0)
      AND (char_length(${part}) >= ${NAMING_PART_MIN_CHARS}::int
        OR ${part} IN (SELECT lower(own) FROM unnest(${shortNames(name, email)}::text[]) AS own)), false)`;
}

/** Scripts without spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * What names the person although it is short: a whole word of the name or of the address before its `@`, and in scripts without
 * spaces any two characters, which may be a given name.
 */
function shortNames(name: string, email: string): string[] {
  const before = email.split("@")[0] ?? "";
  const words = [name, before].flatMap((own) => own.split(/[^\p{L}\p{M}\p{N}]+/u));
  const pairs = words.filter((word) => WITHOUT_SPACES.test(word)).flatMap(pairsOf);
  return [...words, ...pairs].filter((word) => [...word].length > 1);
}

function pairsOf(word: string): string[] {
  const characters = [...word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/**
 * Whether the name is all that was typed. A longer text that contains the name stays: people choose their own names, and a person
 * named like a common phrase could remove the reasons of other looks from the trail.
 */
function isAlone(name: string): RawBuilder<boolean> {
  const own = folded(sql`${name}::text`);
  const each = TYPED.map((typed) => sql`${folded(typed)} = ${own}`);
  return sql<boolean>`coalesce(${own} <> '' AND (${sql.join(each, sql` OR `)}), false)`;
}

/** As a search takes it, without the quotation marks of a phrase. */
const folded = (said: Expression<unknown>) =>
  sql`btrim(regexp_replace(search_fold(${said}), '\\s+', ' ', 'g'), ' "''')`;
