import { sql } from "kysely";
import { expect, it } from "vitest";
import { kysely, pool } from "./client.ts";
import { type Given, prepareStatement } from "./prepare-statement.ts";
import { provideTestDatabase } from "./testing/turn-fixtures.ts";

provideTestDatabase();

type Sum = { one: number; other: number };

const sum = (given: Given<Sum>) =>
  kysely().selectNoFrom([
    sql<number>`${given("one")}::int + ${given("other")}::int + ${given("one")}::int`.as("sum"),
  ]);

it("builds a statement once and gives it the values of each call", async () => {
  let built = 0;
  const add = prepareStatement("sum-once", (given: Given<Sum>) => {
    built += 1;
    return sum(given);
  });
  expect(await add({ one: 1, other: 10 })).toEqual([{ sum: 12 }]);
  expect(await add({ one: 2, other: 20 })).toEqual([{ sum: 24 }]);
  expect(built).toBe(1);
});

it("keeps statements of the same name apart, as after a change while `npm run dev` runs", async () => {
  const add = prepareStatement("calculate", sum);
  const subtract = prepareStatement("calculate", (given: Given<Sum>) =>
    kysely().selectNoFrom([sql<number>`${given("one")}::int - ${given("other")}::int`.as("sum")]),
  );
  expect(await add({ one: 1, other: 10 })).toEqual([{ sum: 12 }]);
  expect(await subtract({ one: 1, other: 10 })).toEqual([{ sum: -9 }]);
  expect(await add({ one: 1, other: 10 })).toEqual([{ sum: 12 }]);
});

it("refuses a call without a value, which would be NULL", () => {
  const add = prepareStatement("sum-less", sum);
  expect(() => add({ one: 1 } as Sum)).toThrow("sum-less was called without other.");
});

it("keeps the connection after an error that PostgreSQL reports", async () => {
  const divide = prepareStatement("divide", (given: Given<{ by: number }>) =>
    kysely().selectNoFrom([sql<number>`1 / ${given("by")}::int`.as("quotient")]),
  );
  const backends = async () => {
    const { rows } = await pool().query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return rows[0]?.pid;
  };
  const before = await backends();
  await expect(divide({ by: 0 })).rejects.toMatchObject({ code: "22012" });
  expect(await backends()).toBe(before);
});

it("gives a connection that PostgreSQL closes to nobody", async () => {
  const end = prepareStatement("end", (_given: Given<object>) =>
    kysely().selectNoFrom([sql`pg_terminate_backend(pg_backend_pid())`.as("ended")]),
  );
  await expect(end({})).rejects.toMatchObject({ code: "57P01" });
  expect((await pool().query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});
