/** Instances learn from each other, through the database, which connections to leave out; operators see it. */

import { afterAll, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import { kysely } from "../../db/client.ts";
import { addConnectionEvents, readConnectionEvents } from "../../db/models/connection-events.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { fromNow } from "../../db/typed-sql.ts";
import { connectionBreaker, createBreaker } from "../../llm/breaker/connection-breaker.ts";
import { startSharingBreaker, stopSharingBreaker } from "../../llm/breaker/share-breaker.ts";
import { brokenBeforeFirstToken } from "../../llm/failures/model-failure.ts";
import { inspectModels } from "../deployment/inspect-models.ts";

provideTestDatabase();
afterAll(stopSharingBreaker);

const KEEPER = { add: addConnectionEvents, read: readConnectionEvents };
const DOWN = brokenBeforeFirstToken("ECONNREFUSED");
const turnOf = (conversationId: string) => ({
  runId: crypto.randomUUID(),
  userId: null,
  conversationId,
});

async function makeOlder(seconds: number): Promise<void> {
  await kysely()
    .updateTable("connection_event")
    .set({ at: fromNow(-seconds * 1_000) })
    .execute();
}

const heard = new Set<() => void>();
const NEWS = {
  tell() {
    for (const listener of heard) listener();
  },
  listen(listener: () => void) {
    heard.add(listener);
    return () => void heard.delete(listener);
  },
};

const shown = async () =>
  (await inspectModels({ ...(await createPerson()), role: "auditor" })).connections[0]?.breaker;

it("what two instances see opens the breaker of both, and what the database says of its age closes it", async () => {
  // One is this process as a server has it; the other has another clock, which began a day ago.
  const one = connectionBreaker();
  const other = createBreaker(() => performance.now() + 86_400_000);
  startSharingBreaker(KEEPER, NEWS);
  const states = async () => {
    await other.share(KEEPER);
    NEWS.tell();
    return [one, other].map((breaker) => breaker.stateOf("default").state);
  };
  expect(await shown()).toBe("closed");
  one.noteFailure("default", DOWN, turnOf("a"));
  one.noteFailure("default", DOWN, turnOf("a"));
  other.noteFailure("default", DOWN, turnOf("b"));
  await vi.waitFor(async () => expect(await states()).toEqual(["open", "open"]), PATIENCE);
  expect(other.enter("default")).toBeNull();
  expect(await shown()).toBe("open");

  await makeOlder(31);
  await vi.waitFor(
    async () => expect(await states()).toEqual(["half-open", "half-open"]),
    PATIENCE,
  );
  expect(await shown()).toBe("half-open");
  const leave = other.enter("default");
  expect(leave).not.toBeNull();
  expect(other.enter("default")).toBeNull();
  other.noteAnswer("default", 0);
  leave?.();
  await vi.waitFor(async () => expect(await states()).toEqual(["closed", "closed"]), PATIENCE);
  expect(await shown()).toBe("closed");
});

it("no id of a conversation is stored, and what is older than ten minutes is forgotten", async () => {
  const breaker = createBreaker();
  await makeOlder(601);
  expect(await readConnectionEvents()).toEqual([]);
  breaker.noteFailure("default", DOWN, turnOf("the-conversation"));
  await breaker.share(KEEPER);
  const rows = await kysely().selectFrom("connection_event").selectAll().execute();
  expect(rows).toMatchObject([
    { kind: "failed", conversation: expect.stringMatching(/^[\da-f]{16}$/) },
  ]);
  expect(JSON.stringify(rows)).not.toContain("the-conversation");
});

it("the database's clock alone says how old a failure is", async () => {
  const event = { id: crypto.randomUUID(), connection: "c", kind: "failed" as const, by: "x" };
  await addConnectionEvents([{ ...event, ageMs: 5_000 }]);
  // An event that is sent twice is one.
  await addConnectionEvents([{ ...event, ageMs: 9_000 }]);
  const own = (await readConnectionEvents()).filter(({ id }) => id === event.id);
  expect(own).toHaveLength(1);
  expect(own[0]?.ageMs).toBeGreaterThanOrEqual(5_000);
});
