/** A model server that nobody here wrote: whole turns against @copilotkit/aimock. */
import { LLMock } from "@copilotkit/aimock";
import { afterEach, beforeEach, expect, it } from "vitest";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { PLAN } from "../testing/scripted-provider.ts";
import { newTalk } from "../testing/take-turns.ts";
import { pointAt } from "../testing/with-provider.ts";

provideUms();

let mock: LLMock;
beforeEach(async () => {
  mock = new LLMock({ port: 0, chunkSize: 3 });
  mock.on({ systemMessage: "You plan one turn of a chat" }, { content: PLAN });
  // The tests' own record of requests, which this server keeps in another place.
  mock.mount("/control/requests", {
    handleRequest: async (_request, response) => {
      response.end(JSON.stringify({ requests: [] }));
      return true;
    },
  });
  await mock.start();
  pointAt(`${mock.url}/v1`);
});
afterEach(() => mock.stop());

const chats = () => mock.getRequests().filter(({ path }) => path === "/v1/chat/completions");

it("answers, and its usage is counted", async () => {
  mock.onMessage("hello", {
    content: "Hi from somebody else.",
    usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
  });
  const turn = await (await newTalk()).say("hello");
  expect(turn.answer).toBe("Hi from somebody else.");
  expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model" } }]);
  expect(turn.of("model.answered").map(({ outputTokens }) => outputTokens)).toContain(5);
});

it("calls a tool and reads its result", async () => {
  mock.on({ hasToolResult: true }, { content: "It is 42." });
  mock.onMessage("calculate", {
    toolCalls: [{ name: "python_interpreter", arguments: '{"code":"print(6 * 7)"}' }],
  });
  const turn = await (await newTalk()).say("calculate 6 * 7");
  expect(turn.answer).toBe("It is 42.");
  expect(turn.of("tool.returned")).toMatchObject([{ outcome: "ok" }]);
});

it("keeps reasoning from the person", async () => {
  mock.onMessage("hello", { content: "Yes.", reasoning: "Secretly." });
  const turn = await (await newTalk()).say("hello");
  expect(turn.answer).toBe("Yes.");
  expect(turn.of("model.answered").map(({ reasoning }) => reasoning)).toContain("Secretly.");
});

it("fails with 401, 429 and 500 as told, and its request id is kept", async () => {
  for (const [status, reason] of [
    [401, "model-unauthorised"],
    [429, "model-busy"],
    [500, "model-unavailable"],
  ] as const) {
    mock.reset();
    mock.on({}, { error: { message: "no", type: "error" }, status });
    mock.mount("/control/requests", {
      handleRequest: async (_request, response) => {
        response.end(JSON.stringify({ requests: [] }));
        return true;
      },
    });
    pointAt(`${mock.url}/v1`);
    const turn = await (await newTalk()).say("hello");
    expect(turn.result).toMatchObject({ ending: "failed", reason });
    expect(turn.of("model.refused")[0]?.reply).toMatchObject({ status });
    expect(turn.of("model.refused")[0]?.reply.requestId).not.toBeNull();
  }
});

it("breaks its stream: what came is kept, and the answer says that it was cut", async () => {
  mock.onMessage(
    "hello",
    {
      content: "This is a rather long answer that will not arrive.",
    },
    { truncateAfterChunks: 4, latency: 20 },
  );
  const turn = await (await newTalk()).say("hello");
  expect(turn.result).toMatchObject({ ending: "failed", reason: "model-cut-off" });
  expect("This is a rather long answer").toContain(turn.answer);
  expect(turn.answer).not.toBe("");
  expect(chats().length).toBeGreaterThan(0);
});
