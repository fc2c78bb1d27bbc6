import { setImmediate as nextTick } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import {
  DONE,
  FINISH,
  json,
  type RawServer,
  startRawServer,
  stream,
  textEvent,
} from "./testing/start-raw-server.ts";
import { ask, createTestClient } from "./testing/test-client.ts";

const FINE = stream(textEvent("fine"), FINISH, DONE);

let server: RawServer | undefined;
afterEach(() => server?.close());

describe("a connection to the model", () => {
  it("is kept for calls that follow each other", async () => {
    server = await startRawServer(FINE);
    const call = createTestClient(server.url);
    for (let count = 0; count < 5; count += 1) {
      expect((await call(ask("hello"))).ok).toBe(true);
      // Undici returns a connection to its pool one turn of the event loop after its response has ended.
      await nextTick();
    }
    expect(server.connections()).toBe(1);
  });

  it("that was closed while it was idle costs one attempt", async () => {
    const used = new WeakSet<object>();
    server = await startRawServer((response, request) => {
      if (used.has(request.socket)) request.socket.resetAndDestroy();
      else FINE(response, request);
      used.add(request.socket);
    });
    const call = createTestClient(server.url, { maxAttempts: 2 });
    expect(await call(ask("hello"))).toMatchObject({ ok: true, answer: { attempts: 1 } });
    await nextTick();
    expect(await call(ask("hello"))).toMatchObject({ ok: true, answer: { attempts: 2 } });
    expect(server.bodies).toHaveLength(3);
  });

  it("does not lead to where a redirect points", async () => {
    const elsewhere = await startRawServer(FINE);
    server = await startRawServer(json(307, {}, { location: `${elsewhere.url}/chat/completions` }));
    const result = await createTestClient(server.url)(ask("hello"));
    expect(result).toMatchObject({ ok: false, reason: "model-unavailable" });
    expect(elsewhere.bodies).toEqual([]);
    await elsewhere.close();
  });
});
