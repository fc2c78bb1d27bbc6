/** An open page hears of each look, whichever instance it was made through, and of those before it. */

import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import type { Actor } from "../../access/actor.ts";
import { bus } from "../../bus/bus.ts";
import { openPostgresBus } from "../../bus/postgres-bus.ts";
import type { Bus } from "../../bus/subscriptions.ts";
import { openPayloads } from "../../db/inspector/opening/payload-openings.ts";
import { listLooks, markLooksSeen } from "../../db/looks/list-looks.ts";
import { endRun } from "../../db/testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { looksTopic } from "../topics.ts";
import { closeStreams, openStreams } from "./open-streams.ts";
import { publishLooks, streamLooks } from "./stream-looks.ts";

provideTestDatabase();
process.env.LOG_LEVEL = "silent";
const IN_TIME = { ...PATIENCE, interval: 5 };
const REASON = "A complaint about this answer";

let server: Server;
let other: Bus;
let admin: Actor;
/** Whose stream the server answers with. */
let reader: Actor;
beforeAll(async () => {
  admin = await createPerson("admin");
  server = createServer((_, response) => {
    const headers = { "content-type": "text/event-stream; charset=utf-8" };
    streamLooks(reader, response, headers).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  other = openPostgresBus();
  await vi.waitFor(() => expect([other.isOpen(), bus().isOpen()]).toEqual([true, true]), IN_TIME);
});
afterAll(async () => {
  await other.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Opens a stream. */
async function listen(person: Actor) {
  reader = person;
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: "127.0.0.1", port }, resolve).on("error", reject);
  });
  let body = "";
  response.setEncoding("utf8").on("data", (text: string) => {
    body += text;
  });
  const ended = new Promise((resolve) => response.once("end", resolve));
  const count = () => body.match(/event:looks\n/g)?.length ?? 0;
  return { count, body: () => body, ended, leave: () => response.destroy() };
}

it("tells of a look that was made through this instance, and of the next one once that was read", async () => {
  const { person, runId } = await endRun();
  const stop = publishLooks();
  const stream = await listen(person);
  await openPayloads(admin, runId, REASON);
  await vi.waitFor(() => expect(stream.count()).toBe(1), IN_TIME);
  await markLooksSeen(person, await listLooks(person));
  await openPayloads(admin, runId, REASON);
  await vi.waitFor(() => expect(stream.count()).toBe(2), IN_TIME);
  expect(stream.body()).not.toContain(REASON);
  stop();
  stream.leave();
  await vi.waitFor(() => expect(bus().isHeard(looksTopic(person.userId))).toBe(false), IN_TIME);
});

it("tells of a look that was made through another instance", async () => {
  const { person, runId } = await endRun();
  const stream = await listen(person);
  await openPayloads(admin, runId, REASON);
  other.publish(looksTopic(person.userId), () => [""]);
  await vi.waitFor(() => expect(stream.count()).toBe(1), IN_TIME);
  stream.leave();
});

it("tells at once of a look that nobody has read, and ends when the process does", async () => {
  const { person, runId } = await endRun();
  await openPayloads(admin, runId, REASON);
  const stream = await listen(person);
  await vi.waitFor(() => expect(stream.count()).toBe(1), IN_TIME);
  closeStreams();
  await stream.ended;
  expect(openStreams().size).toBe(0);
});
