import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createModelClient } from "./model-client.ts";
import { createNodeFetch } from "./node-fetch.ts";
import { ask, openTestDoor, TEST_KEY } from "./testing/open-test-door.ts";
import {
  DONE,
  FINISH,
  json,
  type RawServer,
  startRawServer,
  stream,
  textEvent,
} from "./testing/start-raw-server.ts";

let server: RawServer | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  await server?.close();
});

describe("fetch over node:http", () => {
  it("answers as a Response does", async () => {
    server = await startRawServer(json(201, { hello: "ä" }, { "x-request-id": "r1" }));
    const nodeFetch = createNodeFetch();
    const response = await nodeFetch(server.url, { method: "POST", body: "grüße" });
    expect([response.status, response.ok, response.url]).toEqual([201, true, server.url]);
    expect(response.headers.get("x-request-id")).toBe("r1");
    expect(response.bodyUsed).toBe(false);
    const copy = response.clone();
    expect(await response.json()).toEqual({ hello: "ä" });
    expect(response.bodyUsed).toBe(true);
    expect(await copy.text()).toBe('{"hello":"ä"}');
    expect(server.bodies).toEqual(["grüße"]);
  });

  it("does not follow a redirect", async () => {
    server = await startRawServer(json(302, {}, { location: "http://127.0.0.1:9/" }));
    expect((await createNodeFetch()(server.url)).status).toBe(302);
  });

  it("goes through a proxy where the environment says so", async () => {
    const asked: string[] = [];
    server = await startRawServer((response, request) => {
      asked.push(request.url ?? "");
      response.end("by proxy");
    });
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    vi.stubEnv("HTTP_PROXY", new URL(server.url).origin);
    const response = await createNodeFetch()("http://model.invalid/v1/models");
    expect(await response.text()).toBe("by proxy");
    expect(asked).toEqual(["http://model.invalid/v1/models"]);
  });

  it("keeps apart what two connections bring at the same time", async () => {
    server = await startRawServer((response, request) => {
      const letter = (request.url ?? "").slice(-1);
      for (let piece = 0; piece < 50; piece += 1) response.write(letter.repeat(4_000));
      response.end();
    });
    const nodeFetch = createNodeFetch();
    const bodies = ["a", "b"].map(async (letter) => {
      const response = await nodeFetch(new URL(letter, server?.url).href);
      return [letter, await response.text()] as const;
    });
    for (const [letter, body] of await Promise.all(bodies)) {
      expect(body).toBe(letter.repeat(200_000));
    }
  });

  it("satisfies the SDK's own stream", async () => {
    server = await startRawServer(stream(textEvent("one "), textEvent("two"), FINISH, DONE));
    const client = createModelClient(TEST_KEY, server.url);
    const chunks = await client.chat.completions.create({
      model: "m",
      messages: [{ role: "user", content: "hello" }],
      stream: true,
    });
    let text = "";
    for await (const chunk of chunks) text += chunk.choices[0]?.delta.content ?? "";
    expect(text).toBe("one two");
  });

  it("keeps one connection for calls that follow each other", async () => {
    server = await startRawServer(stream(textEvent("fine"), FINISH, DONE));
    const door = openTestDoor(server.url);
    for (let count = 0; count < 5; count += 1) expect((await door(ask("hello"))).ok).toBe(true);
    expect(server.connections()).toBe(1);
  });

  it("sends again where a kept connection turns out to be closed", async () => {
    let requests = 0;
    const answer = textEvent("fine") + FINISH + DONE;
    const head = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${answer.length}\r\n\r\n`;
    const flaky = createServer((socket) => {
      let served = 0;
      socket.on("error", () => {});
      socket.on("data", () => {
        requests += 1;
        served += 1;
        if (served === 1) socket.write(head + answer);
        else socket.resetAndDestroy();
      });
    });
    await new Promise<void>((resolve) => flaky.listen(0, "127.0.0.1", resolve));
    const { port } = flaky.address() as AddressInfo;
    const door = openTestDoor(`http://127.0.0.1:${port}/v1`);
    expect(await door(ask("hello"))).toMatchObject({ ok: true });
    expect(await door(ask("hello"))).toMatchObject({ ok: true, answer: { attempts: 1 } });
    expect(requests).toBe(3);
    flaky.close();
  });
});
