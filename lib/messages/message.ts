/** What messages are made of. A message is a function that returns a text; its parameters are typed by name. */

/** A parameter of a message. */
export type Value = string | number;

const RULES = new Intl.PluralRules("en");

/** The text for one, or for any other count. */
export function plural(count: number, one: string, other: string): string {
  return RULES.select(count) === "one" ? one : other;
}
