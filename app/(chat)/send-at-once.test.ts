/** Two hundred people send at once: each is taken, or told that many are sending. Never that the database is away. */
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PoolClient } from "pg";
import { afterEach, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/access/actor.ts";
import { findPerson } from "@/lib/auth/session/find-person.ts";
import { SendMessage, type SendMessageResult } from "@/lib/contracts/public/send-message.ts";
import { db, pool } from "@/lib/db/client.ts";
import { CONNECT_TIMEOUT_MS, TURN_PLACE_WAIT_MS } from "@/lib/db/limits.ts";
import { createPerson } from "@/lib/db/testing/turn-fixtures.ts";
import { ERROR_TEXTS } from "@/lib/errors/error-texts.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { failedEnds, waitingEnds } from "@/lib/runs/storage-failure.ts";
import { provideUms } from "@/lib/ums/testing/provide-ums.ts";
import { orRefuse, orRefuseSend } from "./refuse-turn.ts";
import { retryTurn, sendTurn } from "./send-turn.ts";

provideUms();

const PEOPLE = 200;
const BUSY = {
  ok: false,
  reason: "server-busy",
  message: ERROR_TEXTS["server-busy"].person,
} as const;

let held: PoolClient[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const client of held) client.release();
  held = [];
  await Promise.all([...runRegistry().runs.values()].map(({ done }) => done));
});

function send(actor: Actor): Promise<SendMessageResult> {
  const message = SendMessage.parse({ text: "hello", clientMessageId: randomUUID() });
  return orRefuseSend(() => sendTurn(actor, message, null));
}

const people = (count: number) => Promise.all(Array.from({ length: count }, () => createPerson()));
const questionsOf = (actors: readonly Actor[]) =>
  db().message.count({ where: { authorId: { in: actors.map(({ userId }) => userId) } } });

/** Other work of this process, such as readers, has every connection. */
async function takeConnections(): Promise<void> {
  while (held.length < pool().options.max) held.push(await pool().connect());
}

/** Lets the time pass that a send waits, once this number of them waits for a connection. */
async function waitTooLong(waiting: number, forMs = TURN_PLACE_WAIT_MS): Promise<void> {
  while (pool().waitingCount < waiting) await nextTurn();
  vi.advanceTimersByTime(forMs);
}

it("takes each of two hundred sends, or says that many are sending", async () => {
  const actors = await people(PEOPLE);
  const results = await Promise.all(actors.map(send));
  const taken = results.filter(({ ok }) => ok);
  expect(results.filter(({ ok }) => !ok)).toEqual(
    Array.from({ length: PEOPLE - taken.length }, () => BUSY),
  );
  expect(taken.length).toBeGreaterThan(0);
  expect(await questionsOf(actors)).toBe(taken.length);
});

it("says so where others have had all connections for longer than a send waits", async () => {
  const actors = await people(PEOPLE);
  const places = Math.floor(pool().options.max / 2);
  await takeConnections();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const sending = Promise.all(actors.map(send));
  await waitTooLong(places);
  expect(await sending).toEqual(actors.map(() => BUSY));
  vi.useRealTimers();
  for (const client of held.splice(0)) client.release();
  expect(await questionsOf(actors)).toBe(0);
  expect(await send(actors[0] as Actor)).toMatchObject({ ok: true });
});

it("says so of another answer, too", async () => {
  const [actor] = (await people(1)) as [Actor];
  const sent = await send(actor);
  if (!sent.ok) throw new Error(sent.reason);
  await runRegistry().runs.get(sent.runId)?.done;
  await takeConnections();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { answerMessageId } = sent;
  const retrying = orRefuseSend(() => retryTurn(actor, { answerMessageId }));
  await waitTooLong(1);
  expect(await retrying).toEqual(BUSY);
});

it("takes a send while an end is late to be stored in a database that is well", async () => {
  const [actor] = (await people(1)) as [Actor];
  waitingEnds().set(randomUUID(), "An answer");
  try {
    expect(await send(actor)).toMatchObject({ ok: true });
    await takeConnections();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const sending = send(actor);
    await waitTooLong(1);
    expect(await sending).toEqual(BUSY);
  } finally {
    waitingEnds().clear();
  }
});

it("takes none while an end was refused, so that no answer is lost", async () => {
  const [actor] = (await people(1)) as [Actor];
  const runId = randomUUID();
  waitingEnds().set(runId, "An answer");
  failedEnds().add(runId);
  try {
    expect(await send(actor)).toMatchObject({ reason: "unavailable" });
  } finally {
    waitingEnds().clear();
    failedEnds().clear();
  }
});

it.each([
  ["a send", orRefuseSend, "server-busy"],
  ["anything else", orRefuse, "unavailable"],
] as const)("tells %s apart where the person could not be looked up in time", async (...each) => {
  const [, refusing, reason] = each;
  await takeConnections();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const looking = refusing(async () => {
    await findPerson(randomUUID());
    return { ok: true as const };
  });
  await waitTooLong(1, CONNECT_TIMEOUT_MS);
  expect(await looking).toMatchObject({ reason, message: ERROR_TEXTS[reason].person });
});
