/** What a broken constraint means, on a real database. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { kysely, pool } from "./client.ts";
import { type ConstraintReason, constraintReason } from "./constraint-reasons.ts";
import { createPerson, provideTestDatabase } from "./testing/turn-fixtures.ts";

provideTestDatabase();

const CONSTRAINTS: [name: string, reason: ConstraintReason][] = [
  ["message_author_id_client_message_id_key", "sent-before"],
  ["run_one_active", "run-active"],
  ["message_conversation_id_ordinal_key", "stale-snapshot"],
  ["run_user_slot", "slot-taken"],
  ["ums_person_email_key", "email-taken"],
];

const insertPerson = (email: string) =>
  kysely()
    .insertInto("ums_person")
    .values({
      id: randomUUID(),
      name: "Robin Example",
      department: "Sales",
      city: "Paris",
      email,
      joined_at: "2026-01-31",
      updated_at: new Date(),
    })
    .execute();

/** The error of PostgreSQL itself. */
async function failureOf(write: () => Promise<unknown>): Promise<unknown> {
  try {
    await write();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was violated");
}

async function takeEmailTwice(): Promise<unknown> {
  const email = `${randomUUID()}@example.org`;
  await insertPerson(email);
  return failureOf(() => insertPerson(email));
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}

describe("constraintReason", () => {
  it("gives the reason of a constraint that is expected", async () => {
    const error = await takeEmailTwice();
    expect(error).toMatchObject({ code: "23505", constraint: "ums_person_email_key" });
    expect(constraintReason(error, ["run-active", "email-taken"])).toBe("email-taken");
  });

  it("throws the error of a known constraint that is not expected", async () => {
    const error = await takeEmailTwice();
    expect(thrownBy(() => constraintReason(error, ["run-active", "slot-taken"]))).toBe(error);
  });

  it("throws the error of an unknown constraint, whatever is expected", async () => {
    const { userId } = await createPerson();
    const error = await failureOf(() =>
      pool().query(
        `INSERT INTO "user" (id, name, email, updated_at) VALUES ($1, 'x', 'x@example.org', now())`,
        [userId],
      ),
    );
    expect(error).toMatchObject({ code: "23505", constraint: "user_pkey" });
    const all = CONSTRAINTS.map(([, reason]) => reason);
    expect(thrownBy(() => constraintReason(error, all))).toBe(error);
  });

  it("throws any other error: a broken CHECK, and a mistake in our code", async () => {
    const { userId } = await createPerson();
    const broken = await failureOf(() =>
      pool().query("UPDATE \"user\" SET role = 'no such role' WHERE id = $1", [userId]),
    );
    expect(broken).toMatchObject({ code: "23514" });
    for (const error of [broken, new TypeError("x is not a function")]) {
      expect(thrownBy(() => constraintReason(error, ["email-taken"]))).toBe(error);
    }
  });

  it.each(CONSTRAINTS)("knows %s, which the database has, as %s", async (constraint, reason) => {
    const { rows } = await pool().query(
      "SELECT indisunique FROM pg_index WHERE indexrelid = to_regclass($1)",
      [constraint],
    );
    expect(rows).toEqual([{ indisunique: true }]);
    expect(constraintReason({ code: "23505", constraint }, [reason])).toBe(reason);
  });
});
