import { afterEach, describe, expect, it, vi } from "vitest";
import type { ModelListener } from "../model-types.ts";
import {
  brokenStream,
  DONE,
  EVENT_STREAM,
  event,
  FINISH,
  json,
  type RawAnswer,
  type RawServer,
  startRawServer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import { ask, createTestClient } from "../testing/test-client.ts";

let server: RawServer | undefined;
afterEach(() => {
  vi.useRealTimers();
  return server?.close();
});

async function callRaw(answer: RawAnswer, listener: ModelListener = {}) {
  server = await startRawServer(answer);
  return createTestClient(server.url, { maxAttempts: 3, firstTokenTimeoutMs: 2_000 })(
    ask("hello"),
    listener,
  );
}

describe("after the first token nothing is retried", () => {
  it("ends as cut off when the connection breaks, and keeps what came", async () => {
    const result = await callRaw(brokenStream(textEvent("half an "), textEvent("answ")));
    expect(result).toMatchObject({
      ok: false,
      reason: "model-cut-off",
      partial: { text: "half an answ", attempts: 1, finishReason: null },
    });
    expect(server?.bodies).toHaveLength(1);
  });

  it("ends as cut off when the stream ends without a finish reason and without [DONE]", async () => {
    const result = await callRaw(stream(textEvent("half")));
    expect(result).toMatchObject({ ok: false, reason: "model-cut-off", partial: { text: "half" } });
  });

  it("ends as cut off when the server reports an error in mid-answer", async () => {
    const failed = event({ error: { message: "overloaded", type: "server_error" } });
    const result = await callRaw(stream(textEvent("half"), failed));
    expect(result).toMatchObject({ ok: false, reason: "model-cut-off", partial: { text: "half" } });
    expect(server?.bodies).toHaveLength(1);
  });

  it("ends as cut off when a tool call had begun", async () => {
    const delta = {
      tool_calls: [{ index: 0, id: "c1", function: { name: "t", arguments: '{"a' } }],
    };
    const result = await callRaw(brokenStream(event({ choices: [{ index: 0, delta }] })));
    expect(result).toMatchObject({ ok: false, reason: "model-cut-off", partial: { text: "" } });
  });

  it("ends as cut off when the server falls silent", async () => {
    server = await startRawServer((response) => {
      response.writeHead(200, EVENT_STREAM);
      response.write(textEvent("half"));
    });
    const result = await createTestClient(server.url, { firstTokenTimeoutMs: 800 })(ask("hello"));
    expect(result).toMatchObject({ ok: false, reason: "model-cut-off", partial: { text: "half" } });
  });
});

describe("an answer is whole", () => {
  it("however long it takes, where no silence is too long", async () => {
    let sendWord = () => {};
    server = await startRawServer((response) => {
      response.writeHead(200, EVENT_STREAM);
      let sent = 0;
      sendWord = () => {
        sent += 1;
        response.write(textEvent("word "));
        if (sent === 12) response.end(FINISH + DONE);
      };
      sendWord();
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const onText = () => {
      vi.advanceTimersByTime(500);
      sendWord();
    };
    const call = createTestClient(server.url, { firstTokenTimeoutMs: 600 });
    const result = await call(ask("hello"), { onText });
    expect(result).toMatchObject({ ok: true, answer: { text: "word ".repeat(12) } });
  });

  it("with a finish reason and no [DONE], even if the connection then breaks", async () => {
    const whole = { ok: true, answer: { text: "all", finishReason: "stop" } };
    expect(await callRaw(stream(textEvent("all"), FINISH))).toMatchObject(whole);
    await server?.close();
    expect(await callRaw(brokenStream(textEvent("all"), FINISH))).toMatchObject(whole);
  });

  it("with an empty finish reason in each delta before the last", async () => {
    const piece = (content: string, reason: string) =>
      event({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] });
    expect(await callRaw(stream(piece("a", ""), piece("ll", ""), DONE))).toMatchObject({
      ok: true,
      answer: { text: "all", finishReason: null, shortfall: null },
    });
    await server?.close();
    const stopped = stream(piece("a", ""), piece("ll", ""), piece("", "stop"), piece("", ""), DONE);
    expect(await callRaw(stopped)).toMatchObject({
      ok: true,
      answer: { text: "all", finishReason: "stop", shortfall: null },
    });
  });

  it("with [DONE] and no finish reason", async () => {
    expect(await callRaw(stream(textEvent("all"), DONE))).toMatchObject({
      ok: true,
      answer: { text: "all", finishReason: null },
    });
  });

  it("with [DONE] while the connection stays open", async () => {
    const result = await callRaw((response) => {
      response.writeHead(200, EVENT_STREAM);
      response.write(textEvent("all") + FINISH + DONE);
    });
    expect(result).toMatchObject({ ok: true, answer: { text: "all" } });
  });

  it("in one piece of JSON from a server that does not stream", async () => {
    const texts: string[] = [];
    const message = {
      content: "whole",
      tool_calls: [
        { id: "a", function: { name: "one", arguments: "{}" } },
        { id: "b", function: { name: "two", arguments: "{}" } },
      ],
    };
    const result = await callRaw(json(200, { choices: [{ message, finish_reason: "stop" }] }), {
      onText: (text) => texts.push(text),
    });
    expect(result).toMatchObject({ ok: true, answer: { text: "whole", finishReason: "stop" } });
    expect(result.ok && result.answer.toolCalls.map((call) => call.name)).toEqual(["one", "two"]);
    expect(texts).toEqual(["whole"]);
  });
});

describe("what is read", () => {
  it("characters that are split over chunks", async () => {
    const text = "Grüße 🪞 – 鏡";
    const bytes = Buffer.from(textEvent(text) + FINISH + DONE);
    const result = await callRaw(async (response) => {
      response.writeHead(200, EVENT_STREAM);
      for (const byte of bytes) {
        await new Promise<void>((resolve) => response.write(Uint8Array.of(byte), () => resolve()));
      }
      response.end();
    });
    expect(result.ok && result.answer.text).toBe(text);
  });

  it("CRLF, comments, events over several lines, and a last event without its blank line", async () => {
    const chunk = JSON.stringify({
      choices: [{ delta: { content: "yes" }, finish_reason: "stop" }],
    });
    const halves = [chunk.slice(0, 12), chunk.slice(12)];
    const wire = `: hello\r\n\r\nid: 7\r\ndata: ${halves[0]}\r\ndata: ${halves[1]}\r\n\r\ndata: [DONE]`;
    expect(await callRaw(stream(wire))).toMatchObject({ ok: true, answer: { text: "yes" } });
  });

  it("tool calls that come interleaved, by index", async () => {
    const delta = (index: number, name: string, text: string, id = "") =>
      event({
        choices: [
          { index: 0, delta: { tool_calls: [{ index, id, function: { name, arguments: text } }] } },
        ],
      });
    const finish = event({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] });
    const result = await callRaw(
      stream(
        delta(1, "b", '{"x'),
        delta(0, "a", '{"y":', "id-a"),
        delta(1, "", '":1}', "id-b"),
        delta(0, "", "2}"),
        finish,
        DONE,
      ),
    );
    expect(result.ok && result.answer.toolCalls).toEqual([
      { id: expect.any(String), name: "a", arguments: '{"y":2}' },
      { id: expect.any(String), name: "b", arguments: '{"x":1}' },
    ]);
  });
});

describe("what breaks the protocol", () => {
  it.each([
    ["an event that is not JSON", stream('data: {"choices": [\n\n')],
    ["an event that is no object", stream(event("7"))],
    ["a page instead of a stream", htmlPage],
    ["a tool call without a name", stream(namelessCall(), FINISH, DONE)],
  ])("%s", async (_, answer) => {
    const result = await callRaw(answer as RawAnswer);
    expect(result).toMatchObject({ ok: false, reason: "model-protocol" });
    expect(server?.bodies).toHaveLength(1);
  });

  it("keeps what came before", async () => {
    const result = await callRaw(stream(textEvent("half"), "data: {nonsense\n\n"));
    expect(result).toMatchObject({
      ok: false,
      reason: "model-protocol",
      partial: { text: "half" },
    });
  });

  it.each(["abort", "insufficient_system_resource", "network_error", "error"])(
    "calls an answer that ended as %s cut off",
    async (reason) => {
      const ended = event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
      expect(await callRaw(stream(textEvent("half"), ended, DONE))).toMatchObject({
        ok: false,
        reason: "model-cut-off",
        partial: { text: "half" },
      });
    },
  );

  it("calls an answer that the filter emptied filtered", async () => {
    const filtered = event({ choices: [{ index: 0, delta: {}, finish_reason: "content_filter" }] });
    expect(await callRaw(stream(filtered, DONE))).toMatchObject({
      ok: false,
      reason: "model-filtered",
    });
  });
});

function htmlPage(response: Parameters<RawAnswer>[0]): void {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<p>Sign in to the network</p>");
}

function namelessCall(): string {
  const delta = { tool_calls: [{ index: 0, id: "c1", function: { arguments: "{}" } }] };
  return event({ choices: [{ index: 0, delta }] });
}
