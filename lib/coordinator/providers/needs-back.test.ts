/** Servers that want something back, and servers that refuse what is not theirs, in whole turns and across turns. */
import { describe, expect, it } from "vitest";
import { db } from "../../db/client.ts";
import { storePolicy } from "../../db/testing/store-policy.ts";
import { settings } from "../../env/settings.ts";
import { json } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { call, calling, callsIn, refused, type Sent, sentIn } from "../testing/calling-answers.ts";
import { type Behaviour, say } from "../testing/scripted-provider.ts";
import { decide } from "../testing/talk-of-people.ts";
import { openProvider, playProvider } from "../testing/with-provider.ts";

provideUms();

const SIGNATURE = "CqUBAVSoXO6j+0Zb/Q==";
const extra = { extra_content: { google: { thought_signature: SIGNATURE } } };
const details = [
  {
    type: "reasoning.text",
    text: "I add.",
    signature: "c2ln",
    format: "anthropic-claude-v1",
    index: 0,
  },
  {
    type: "reasoning.encrypted",
    data: "ZW5jcnlwdGVk",
    id: "rs_1",
    format: "openai-responses-v1",
    index: 1,
  },
];

/** Each server with what it sends, and what it says where it does not get it back unaltered. */
const SERVERS: Record<
  string,
  { message: Record<string, unknown>; words: string; has(sent: Sent): boolean }
> = {
  Gemini: {
    message: { role: "assistant", content: null, tool_calls: [call(extra)] },
    words:
      "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.",
    has: ({ tool_calls: [first] = [] }) =>
      JSON.stringify(first?.extra_content) === JSON.stringify(extra.extra_content),
  },
  DeepSeek: {
    message: { role: "assistant", content: "", reasoning_content: "I add.", tool_calls: [call()] },
    words: "The `reasoning_content` in the thinking mode must be passed back to the API.",
    has: ({ reasoning_content: given }) => given === "I add.",
  },
  Kimi: {
    message: {
      role: "assistant",
      content: "",
      reasoning_content: "I add.",
      tool_calls: [call({}, "functions.python_interpreter:0")],
    },
    words:
      "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2",
    has: ({ reasoning_content: given, tool_calls: [first] = [] }) =>
      given === "I add." && first?.id === "functions.python_interpreter:0",
  },
  OpenRouter: {
    message: {
      role: "assistant",
      content: null,
      reasoning: "I add.",
      reasoning_details: details,
      tool_calls: [call()],
    },
    words: "reasoning_details are required to go on",
    has: ({ reasoning_details: given, reasoning }) =>
      JSON.stringify(given) === JSON.stringify(details) && reasoning === undefined,
  },
  LiteLLM: {
    message: {
      role: "assistant",
      content: null,
      tool_calls: [
        call(
          { provider_specific_fields: { thought_signature: SIGNATURE } },
          `call_9__thought__${SIGNATURE}`,
        ),
      ],
    },
    words: "Missing thought signature",
    has: ({ tool_calls: [first] = [] }) =>
      first?.id === `call_9__thought__${SIGNATURE}` &&
      JSON.stringify(first?.provider_specific_fields) ===
        JSON.stringify({ thought_signature: SIGNATURE }),
  },
  "a server that nobody knows": {
    message: {
      role: "assistant",
      content: null,
      reasoning_opaque: SIGNATURE,
      tool_calls: [call({ thought_signature: SIGNATURE })],
    },
    words: "thought_signature is required",
    has: ({ reasoning_opaque: given, tool_calls: [first] = [] }) =>
      given === SIGNATURE && first?.thought_signature === SIGNATURE,
  },
};

/** Refuses each call in the prompt that comes without what it had. */
function strict({ words, has }: (typeof SERVERS)[string]): NonNullable<Behaviour["refuse"]> {
  return (body) => {
    const rounds = sentIn(body).filter(({ tool_calls: calls }) => calls?.length);
    return rounds.every(has) ? null : refused(words);
  };
}

describe.each(Object.entries(SERVERS))("%s gets back what it needs", (_, server) => {
  it.each([true, false])("within a turn and in the next (streaming: %s)", async (isStream) => {
    const { talk, provider } = await openProvider({
      refuse: strict(server),
      answers: [calling(server.message, isStream), say("It is 42."), say("As before.")],
    });
    const first = await talk.say("calculate 6 * 7");
    expect(first.answer).toBe("It is 42.");
    expect(first.of("model.refused")).toEqual([]);
    const second = await talk.say("and again?");
    expect(second.answer).toBe("As before.");
    expect(second.of("model.refused")).toEqual([]);
    const last = provider.asked().at(-1);
    expect(callsIn(last)).toHaveLength(1);
    expect(sentIn(last).filter(server.has)).toHaveLength(1);
    // Nobody reads it.
    const shown = JSON.stringify([first.of("answer.delta"), second.of("answer.delta")]);
    for (const hidden of [SIGNATURE, "I add.", "ZW5jcnlwdGVk"]) expect(shown).not.toContain(hidden);
  });
});

it.each([
  ["Gemini's signature", { extra_content: extra.extra_content }],
  ["OpenRouter's blocks", { reasoning_details: details }],
])("%s of an answer without calls goes back beside it", async (_, fields) => {
  const message = { role: "assistant", content: "Yes.", ...fields };
  const { talk, provider } = await openProvider({
    answers: [json(200, { choices: [{ message, finish_reason: "stop" }] })],
  });
  await talk.say("hello");
  await talk.say("hello again");
  expect(sentIn(provider.asked().at(-1))).toContainEqual(message);
});

describe("where memory has no exchanges", () => {
  it.each(Object.entries(SERVERS))("nothing of %s is kept", async (_, server) => {
    const { talk, provider } = await openProvider({
      refuse: strict(server),
      answers: [calling(server.message, true), say("It is 42."), say("As before.")],
    });
    const before = settings().MEMORY_POLICY;
    Object.assign(settings(), { MEMORY_POLICY: "context-state" });
    try {
      const first = await talk.say("calculate 6 * 7");
      expect(first.of("model.refused")).toEqual([]);
      expect(JSON.stringify(first.result.newStates)).not.toMatch(/opaque|CqUBAV|I add\./);
      await talk.say("and again?");
      expect(JSON.stringify(provider.asked().at(-1))).not.toMatch(/opaque|CqUBAV|I add\./);
    } finally {
      Object.assign(settings(), { MEMORY_POLICY: before });
    }
  });
});

it("another server gets nothing of it, and takes the calls under its own rules", async () => {
  const { message } = SERVERS.DeepSeek ?? {};
  const { talk } = await openProvider({
    answers: [calling(message ?? {}, true), say("It is 42.")],
  });
  const first = await talk.say("calculate 6 * 7");
  expect(first.answer).toBe("It is 42.");
  const { turn, provider } = await playProvider({
    refuse: (body) =>
      JSON.stringify(body.messages).match(/reasoning_content|opaque/)
        ? refused("property 'reasoning_content' is unsupported")
        : null,
  });
  expect(turn.answer).toBe("It is done.");
  expect(provider.asked()).toHaveLength(1);
});

describe("a server that refuses", () => {
  const reasoning = SERVERS.DeepSeek as (typeof SERVERS)[string];
  const answers = [calling(reasoning.message, true), say("It is 42."), say("As before.")];
  const isUnknown = (sent: Sent) => sent.reasoning_content !== undefined;
  const unknown = refused("Unknown parameter: 'messages[2].reasoning_content'.");

  it("what it sent itself gets the prompt without", async () => {
    const { turn } = await playProvider(
      {
        refuse: (body) => (sentIn(body).some(isUnknown) ? unknown : null),
        answers: answers.slice(0, 2).toSpliced(1, 0, say("Refused.")),
      },
      "calculate 6 * 7",
    );
    expect(turn.answer).toBe("It is 42.");
    expect(turn.of("model.refused").map(({ missing }) => missing)).toEqual(["returned-parts"]);
  });

  it("it in later turns gets it within a turn only", async () => {
    const { talk } = await openProvider({
      refuse: (body) => {
        const all = sentIn(body);
        const turn = all.findLastIndex(({ role }) => role === "user");
        if (all.slice(0, turn).some(isUnknown)) return unknown;
        return strict(reasoning)({ ...body, messages: body.messages.slice(turn) });
      },
      answers: [...answers.slice(0, 2), ...answers],
    });
    const first = await talk.say("calculate 6 * 7");
    expect(first.of("model.refused")).toEqual([]);
    const second = await talk.say("and again?");
    expect([first.answer, second.answer]).toEqual(["It is 42.", "It is 42."]);
    expect(second.of("model.refused").map(({ missing }) => missing)).toEqual(["kept-parts"]);
  });

  it.each(Object.entries(SERVERS))(
    "calls of another model gets results as text: %s",
    async (_, server) => {
      const plain = { role: "assistant", content: null, tool_calls: [call()] };
      const { turn, provider } = await playProvider(
        { refuse: strict(server), answers: [calling(plain, true), say("It is 42.")] },
        "calculate 6 * 7",
      );
      expect(turn.answer).toBe("It is 42.");
      expect(turn.of("model.refused").map(({ missing }) => missing)).toEqual(["bare-calls"]);
      const last = sentIn(provider.asked().at(-1)).at(-1);
      expect(last).toMatchObject({ role: "user", content: expect.stringMatching(/<data .*42/s) });
    },
  );
});

it("a call that waits for the person comes back with what belongs to it", async () => {
  const policy = {
    name: "of-this-test",
    mode: "enforce" as const,
    text: `@decision("needs_approval")
@reason("code needs a word")
forbid (principal, action == Action::"call:python_interpreter", resource);`,
  };
  for (const server of Object.values(SERVERS)) {
    await storePolicy({ ...policy, enabled: true });
    const { talk } = await openProvider({
      refuse: strict(server),
      answers: [calling(server.message, true), say("It is 42.")],
    });
    await talk.say("calculate 6 * 7");
    const turn = await decide(talk);
    await storePolicy({ ...policy, enabled: false });
    expect(turn.answer).toBe("It is 42.");
    expect(turn.of("model.refused")).toEqual([]);
  }
});

it("the people's service gives back what its model server needs, also for a call that waited", async () => {
  const person = await db().umsPerson.findFirstOrThrow();
  const beside = (name: string, args: object) => {
    const made = { ...call(extra), function: { name, arguments: JSON.stringify(args) } };
    return calling({ role: "assistant", content: null, tool_calls: [made] }, true);
  };
  const { talk } = await openProvider({
    plan: () =>
      JSON.stringify({
        reason: "Because.",
        steps: [{ agent: "users", objective: "Do it.", needs: [], tools: [] }],
      }),
    refuse: strict(SERVERS.Gemini as (typeof SERVERS)[string]),
    answers: [
      beside("count_people_by", { field: "city" }),
      say("Here they are."),
      beside("delete_person", { id: person.id }),
      say("Gone."),
      say("As before."),
    ],
  });
  const turns = [await talk.say("list users"), await talk.say("delete the first")];
  turns.push(await decide(talk), await talk.say("list users"));
  expect(turns.map(({ result }) => result.reason)).toEqual([null, null, null, null]);
  expect(turns.map(({ answer }) => answer)).toMatchObject({ 0: "Here they are.", 3: "As before." });
  expect(turns[2]?.answer).toBe("Gone.");
});

describe("what masking would change", () => {
  it("is never sent: its calls are told as text, and its exchange is left out whole", async () => {
    const secret = "pay with 4111 1111 1111 1111";
    const message = {
      role: "assistant",
      content: null,
      tool_calls: [call({ extra_content: { google: { thought_signature: secret } } })],
    };
    const { talk, provider } = await openProvider({
      refuse: strict(SERVERS.Gemini as (typeof SERVERS)[string]),
      answers: [calling(message, true), say("It is 42."), say("As before.")],
    });
    const first = await talk.say("calculate 6 * 7");
    expect(first.answer).toBe("It is 42.");
    expect(first.of("model.refused")).toEqual([]);
    expect(JSON.stringify(first.events)).not.toContain("4111 1111");
    const told = JSON.stringify(provider.asked()[1]);
    expect(told).not.toContain("4111");
    expect(told).toContain("42");
    expect(first.of("model.answered").at(-1)?.sent?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const second = await talk.say("and again?");
    expect(second.answer).toBe("As before.");
    expect(JSON.stringify(provider.asked().at(-1))).not.toContain("calculate 6 * 7");
  });
});
