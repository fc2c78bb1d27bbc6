/** Two instances on one PostgreSQL, whose connections break. */

import { afterEach, expect, it, vi } from "vitest";
import { PATIENCE } from "../../scripts/testing/until.ts";
import { openListener } from "../db/client.ts";
import { provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { openPostgresBus } from "./postgres-bus.ts";
import type { Bus } from "./subscriptions.ts";

provideTestDatabase();
// The test database is dropped while a connection is being opened again.
process.env.LOG_LEVEL = "silent";

const IN_TIME = { ...PATIENCE, interval: 10 };
const open: Bus[] = [];
afterEach(() => Promise.all(open.splice(0).map((bus) => bus.close())));

async function openBus(): Promise<Bus> {
  const bus = openPostgresBus();
  open.push(bus);
  await vi.waitFor(() => expect(bus.isOpen()).toBe(true), IN_TIME);
  return bus;
}

it("carries messages to every instance that has subscribed, its own too, once and in order", async () => {
  const [one, other] = [await openBus(), await openBus()];
  const heard: string[][] = [[], [], []];
  one.subscribe("topic", (message) => heard[0]?.push(message));
  other.subscribe("topic", (message) => heard[1]?.push(message));
  other.subscribe("another", (message) => heard[2]?.push(message));
  const sent = Array.from({ length: 500 }, (_, index) => `message ${index} ${"ä".repeat(50)}`);
  for (const message of sent) one.publish("topic", () => [message]);
  await vi.waitFor(() => expect(heard[1]).toHaveLength(sent.length), IN_TIME);
  expect(heard).toEqual([sent, sent, []]);
});

it("sends what has come by the time of its batch", async () => {
  const [one, other] = [await openBus(), await openBus()];
  const heard: string[] = [];
  other.subscribe("topic", (message) => heard.push(message));
  const waiting = ["first"];
  one.publish("topic", () => waiting.splice(0));
  waiting.push("second");
  await vi.waitFor(() => expect(heard).toEqual(["first", "second"]), IN_TIME);
});

it("is closed where nothing comes back, and opens another connection", async () => {
  const [one, other] = [await openBus(), await openBus()];
  const reopened = vi.fn();
  other.onReopened(reopened);
  const admin = openListener();
  await admin.connect();
  const { rows } = await admin.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE query ~ '^LISTEN|pg_notify.*unnest' AND pid <> pg_backend_pid() AND datname = current_database()",
  );
  await admin.end();
  // Their connections stay open, and say nothing: as if a router had forgotten them.
  for (const { pid } of rows) process.kill(pid, "SIGSTOP");
  try {
    const isOpen = () => [one.isOpen(), other.isOpen()];
    await vi.waitFor(() => expect(isOpen()).toEqual([false, false]), IN_TIME);
    expect(reopened).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(isOpen()).toEqual([true, true]), IN_TIME);
    expect(reopened).toHaveBeenCalled();
    const heard: string[] = [];
    other.subscribe("topic", (message) => heard.push(message));
    one.publish("topic", () => ["kept"]);
    await vi.waitFor(() => expect(heard).toEqual(["kept"]), IN_TIME);
  } finally {
    for (const { pid } of rows) process.kill(pid, "SIGCONT");
  }
});

it("is closed while its connection is broken, and says when it is open again", async () => {
  const [one, other] = [await openBus(), await openBus()];
  const reopened = vi.fn();
  other.onReopened(reopened);
  const admin = openListener();
  await admin.connect();
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query LIKE '%pg_notify%' AND pid <> pg_backend_pid()",
  );
  await admin.end();
  await vi.waitFor(() => expect([one.isOpen(), other.isOpen()]).toEqual([false, false]), IN_TIME);
  expect(one.publish("topic", () => ["lost"])).toBe(false);
  await vi.waitFor(() => expect(reopened).toHaveBeenCalled(), IN_TIME);
  await vi.waitFor(() => expect(one.isOpen()).toBe(true), IN_TIME);
  const heard: string[] = [];
  other.subscribe("topic", (message) => heard.push(message));
  one.publish("topic", () => ["kept"]);
  await vi.waitFor(() => expect(heard).toEqual(["kept"]), IN_TIME);
});
