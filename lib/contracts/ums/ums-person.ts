/** People in the user-management service's directory, and the queries about them. */
import { z } from "zod";

/** One line, so that a question with a person's name cannot contain more than a name. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), { error: "One line, without control characters." });

const name = line(120);
const email = z.email().max(200);
const department = line(80);
const city = line(80);
/** A day, `YYYY-MM-DD`. */
const joined = z.iso.date();

export const UmsPerson = z.strictObject({ id: z.uuid(), name, email, department, city, joined });
export type UmsPerson = z.infer<typeof UmsPerson>;

/** Without a joining date, today's date is used. */
export const NewUmsPerson = z.strictObject({
  name,
  email,
  department,
  city,
  joined: joined.optional(),
});
export type NewUmsPerson = z.infer<typeof NewUmsPerson>;

export const UmsPersonChange = NewUmsPerson.partial();
export type UmsPersonChange = z.infer<typeof UmsPersonChange>;

export const UpdatePerson = z
  .strictObject({ id: z.uuid(), ...UmsPersonChange.shape })
  .refine(({ id: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: "Say at least one field to change.",
  });

/** `added` is the order of entry into the directory. */
export const UmsPersonSort = z.enum(["added", "name", "joined", "department", "city"]);
export type UmsPersonSort = z.infer<typeof UmsPersonSort>;

export const UmsCountField = z.enum(["department", "city", "joined_month"]);
export type UmsCountField = z.infer<typeof UmsCountField>;

export type UmsPeopleQuery = {
  limit: number;
  offset: number;
  department?: string;
  city?: string;
  sort: UmsPersonSort;
};

/** A page of the matching people, and the number of all matches. */
export type UmsPeoplePage = { total: number; people: UmsPerson[] };

/** `value` is a department, a city, or a month `YYYY-MM`. */
export type UmsPeopleCount = { value: string; count: number };

export type UmsPersonWritten =
  | { ok: true; person: UmsPerson }
  | { ok: false; reason: "email-taken" | "not-found" };
