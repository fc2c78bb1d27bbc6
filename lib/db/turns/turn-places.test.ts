/** Many send at once: they wait for a place in order, and whoever waited too long is told so, with nothing stored. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { db, pool } from "../client.ts";
import { TURN_PLACE_WAIT_MS } from "../limits.ts";
import { createPerson, newTurn, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { createTurn } from "./create-turn.ts";

provideTestDatabase();

/** One turn is created at a time. */
const CONNECTIONS = 2;
process.env.DATABASE_POOL_SIZE = String(CONNECTIONS);

let person: Actor;
let release: () => void;
beforeEach(async () => {
  person = await createPerson();
  const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool().connect()));
  release = () => {
    for (const connection of held) connection.release();
  };
});
afterEach(() => {
  vi.useRealTimers();
});

const orderOf = (results: readonly { ok: boolean }[]) => results.map(({ ok }) => ok);
const questions = async () => {
  const rows = await db().message.findMany({
    where: { authorId: person.userId },
    orderBy: { createdAt: "asc" },
    select: { content: true },
  });
  return rows.map(({ content }) => content);
};

it("begins the turns in the order in which they were sent", async () => {
  const texts = ["one", "two", "three", "four"];
  const sends = texts.map((text) => createTurn(person, newTurn({ text })));
  release();
  expect(orderOf(await Promise.all(sends))).toEqual([true, true, true, true]);
  expect(await questions()).toEqual(texts);
});

it("refuses whoever has waited too long with a reason of its own, and goes on with the rest", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const first = createTurn(person, newTurn({ text: "first" }));
  const late = [1, 2].map(() => createTurn(person, newTurn({ text: "late" })));
  vi.advanceTimersByTime(TURN_PLACE_WAIT_MS);
  const busy = { ok: false, reason: "server-busy" };
  expect(await Promise.all(late)).toEqual([busy, busy]);
  const next = createTurn(person, newTurn({ text: "next" }));
  release();
  expect(orderOf([await first, await next])).toEqual([true, true]);
  expect(await questions()).toEqual(["first", "next"]);
});
