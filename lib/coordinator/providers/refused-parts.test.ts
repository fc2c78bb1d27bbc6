/** Servers that refuse a part of a request: the turn succeeds without it, and the log says what was done. */
import { describe, expect, it } from "vitest";
import type { Adaptation } from "../../contracts/model/adaptation.ts";
import type { CapabilityName } from "../../contracts/model/capability.ts";
import { DONE, event } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { type Behaviour, type ChatBody, say, send } from "../testing/scripted-provider.ts";
import { playProvider } from "../testing/with-provider.ts";

provideUms();

type Case = {
  name: string;
  hasPart(body: ChatBody): boolean;
  status?: number;
  message: string;
  missing: CapabilityName;
  adaptation: Adaptation;
};

const systems = ({ messages }: ChatBody) => messages.filter(({ role }) => role === "system").length;
const neighbours = ({ messages }: ChatBody) =>
  messages.some(({ role }, at) => role !== "tool" && role === messages[at - 1]?.role);

const CASES: Case[] = [
  {
    name: "stream_options (an older vLLM, a proxy)",
    hasPart: (body) => body.stream_options !== undefined,
    message: "Unrecognized request argument supplied: stream_options",
    missing: "usage-in-stream",
    adaptation: "no-usage-in-stream",
  },
  {
    name: "stream",
    hasPart: (body) => body.stream === true,
    message: "Streaming is not supported by this deployment",
    missing: "streaming",
    adaptation: "no-stream",
  },
  {
    name: "a strict schema",
    hasPart: (body) => body.response_format?.json_schema?.strict === true,
    status: 422,
    message: "extra fields not permitted: response_format.json_schema.strict",
    missing: "strict-schema",
    adaptation: "schema-not-strict",
  },
  {
    name: "a JSON schema (DeepSeek's words)",
    hasPart: (body) => body.response_format?.type === "json_schema",
    message: "This response_format type is unavailable now",
    missing: "json-schema",
    adaptation: "schema-as-json-object",
  },
  {
    name: "tools (Ollama's words)",
    hasPart: (body) => body.tools !== undefined,
    message: "registry.ollama.ai/library/gemma3:4b does not support tools",
    missing: "tools",
    adaptation: "no-tools",
  },
  {
    name: "tools (vLLM's words)",
    hasPart: (body) => body.tools !== undefined,
    message:
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    missing: "tools",
    adaptation: "no-tools",
  },
  {
    name: "tools (llama.cpp's words)",
    hasPart: (body) => body.tools !== undefined,
    status: 500,
    message: "tools param requires --jinja flag",
    missing: "tools",
    adaptation: "no-tools",
  },
  {
    name: "the role system (Gemma's template)",
    hasPart: (body) => systems(body) > 0,
    message: "System role not supported",
    missing: "system-role",
    adaptation: "system-as-person",
  },
  {
    name: "the role system where the developer's is wanted",
    hasPart: (body) => systems(body) > 0,
    message: "Unsupported value: 'messages[0].role' does not support 'system'; use 'developer'.",
    missing: "system-role",
    adaptation: "developer-role",
  },
];

describe("a server that refuses", () => {
  it.each(CASES)("$name", async ({ hasPart, status = 400, message, missing, adaptation }) => {
    const refuse: Behaviour["refuse"] = (body) => (hasPart(body) ? { status, message } : null);
    const { turn, provider } = await playProvider({ refuse }, "hello", "and again", "once more");
    expect(turn.result).toMatchObject({ ending: "complete", reason: null });
    expect(turn.answer).toBe("It is done.");
    expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model" } }]);
    // The third turn knows: nothing is refused any more.
    expect(turn.of("model.refused")).toEqual([]);
    const sent = turn.of("model.answered").flatMap(({ sent }) => sent?.adaptations ?? []);
    expect(sent).toContain(adaptation);
    expect(provider.bodies.filter(hasPart).length).toBeGreaterThan(0);
    expect(hasPart(provider.bodies.at(-1) as ChatBody)).toBe(false);
    expect(missing).toBeTruthy();
  });

  it.each(CASES)("$name: the first turn says it in the log", async (each) => {
    const { hasPart, status = 400, message, missing } = each;
    const { turn } = await playProvider({
      refuse: (body) => (hasPart(body) ? { status, message } : null),
    });
    expect(turn.answer).toBe("It is done.");
    const refusals = turn.of("model.refused");
    expect(refusals.map((refusal) => refusal.missing)).toContain(missing);
    expect(refusals[0]?.reply).toMatchObject({ status, keyName: "OPENAI_API_KEY" });
    expect(refusals[0]?.reply.text).toContain(JSON.stringify(message).slice(1, 20));
  });

  it("two messages of one role", async () => {
    const message = "Conversation roles must alternate user/assistant/user/assistant/...";
    const refuse: Behaviour["refuse"] = (body) =>
      neighbours(body) ? { status: 400, message } : null;
    const { turn, provider } = await playProvider({ refuse }, "hello", "and again");
    expect(turn.answer).toBe("It is done.");
    expect(neighbours(provider.bodies.at(-1) as ChatBody)).toBe(false);
  });

  it("an empty text beside tool calls", async () => {
    const call = {
      index: 0,
      id: "c1",
      function: { name: "python_interpreter", arguments: '{"code":"print(6*7)"}' },
    };
    const hasEmpty = ({ messages }: ChatBody) =>
      messages.some(({ tool_calls: calls, content }) => calls && content === "");
    const { turn, provider } = await playProvider({
      refuse: (body) =>
        hasEmpty(body)
          ? { status: 400, message: "messages.3.content: content must not be empty" }
          : null,
      answers: [
        send(event({ choices: [{ index: 0, delta: { tool_calls: [call] } }] }), DONE),
        say("It is 42."),
      ],
    });
    expect(turn.answer).toBe("It is 42.");
    const messages = provider.asked().at(-1)?.messages ?? [];
    expect(messages.find(({ tool_calls: calls }) => calls)).toHaveProperty("content", null);
  });

  it("everything at once", async () => {
    const refuse: Behaviour["refuse"] = (body) => {
      const found = CASES.find(({ hasPart, adaptation }) =>
        adaptation === "developer-role" ? false : hasPart(body),
      );
      return found ? { status: found.status ?? 400, message: found.message } : null;
    };
    const { turn } = await playProvider({ refuse });
    expect(turn.answer).toBe("It is done.");
  });
});

it("a model without tools answers without them, and is told to say so", async () => {
  const { turn, provider } = await playProvider({
    refuse: ({ tools }) => (tools ? { status: 400, message: "does not support tools" } : null),
    answers: [say("I cannot calculate here.")],
  });
  expect(turn.answer).toBe("I cannot calculate here.");
  const last = JSON.stringify(provider.asked().at(-1));
  expect(last).toContain("No tools can be used now");
  expect(last).not.toContain('"tools"');
});
