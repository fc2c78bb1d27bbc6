/** What a person may ask about a directory of people. */

/** By place in the list shown last (1 first, -1 last, 0 the one spoken of), or by name. */
export type Who = { place: number } | { name: string };

export type PersonField = "name" | "email" | "department" | "city" | "joined";
export type CountField = "department" | "city" | "month";
export type NewPerson = Partial<Record<PersonField, string>>;

export type PeopleRequest =
  | { kind: "list"; limit: number | null; sort: PersonField | null }
  | { kind: "more" }
  | { kind: "find"; words: string }
  /** How many there are in all. */
  | { kind: "total" }
  | { kind: "count"; by: CountField }
  | { kind: "delete"; who: Who }
  | { kind: "change"; who: Who; field: PersonField; to: string }
  | { kind: "add"; person: NewPerson };

/** A word for a person in a directory. */
export const PEOPLE =
  /\b(users?|people|persons?|employees?|colleagues?|co-?workers?|staff|members?|directory|everyone|everybody)\b/i;
