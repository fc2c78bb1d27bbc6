/** Facts of tool calls: what is remembered of a call, what is refused, and what makes room. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { FACTS_CONTEXT, type FactsContext } from "../../context-state/facts-context.ts";
import { FACTS_MAX, FACTS_MAX_CHARS } from "../../context-state/limits.ts";
import { replayDeltas } from "../../context-state/replay-deltas.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { packGeneralState } from "../../hidden-state/pack-general-state.ts";
import {
  rememberedId,
  rememberedList,
  rememberedNumber,
  rememberedText,
} from "../../tools/remembered-fields.ts";
import type { Tool } from "../../tools/tool.ts";
import { testMemory, testTask } from "../testing/agent-task.ts";
import { addFacts, forgetRun } from "./add-facts.ts";
import { collectFacts, type RanCall } from "./collect-facts.ts";
import { openFacts } from "./facts-memory.ts";

const ID = "3f0e2f5e-6f0a-4c62-9d5c-1f7e5f1c2a3b";
const tool = (name: string, remembers?: Tool["remembers"]): Tool => ({
  name,
  version: "1",
  description: "",
  arguments: z.unknown(),
  timeoutMs: 1_000,
  maxResultBytes: 1_000,
  policy: { writes: false, egress: false, riskTags: [] },
  status: "thinking",
  remembers,
  run: async () => ({ outcome: "ok", content: "" }),
});
const TOOLS = [
  tool("list", {
    arguments: z.object({ query: rememberedText(400), limit: rememberedNumber }),
    result: z.object({
      people: rememberedList(z.object({ id: rememberedId, name: rememberedText(120) })),
    }),
  }),
  tool("undeclared"),
];
const call = (name: string, given: object, result: object, more: Partial<RanCall> = {}) => ({
  name,
  arguments: JSON.stringify(given),
  content: JSON.stringify(result),
  outcome: "ok" as const,
  ...more,
});
const person = (text: string) => ({ by: "person" as const, text });
const PERSON = { id: ID, name: "Ada Lovelace", email: "ada@people.example" };
const factsOf = (...calls: RanCall[]) => collectFacts(calls, TOOLS, "run-1");
const stored = ({ facts }: FactsContext) => Object.values(facts);

describe("a fact", () => {
  it("holds the declared fields, and no others", () => {
    const given = { query: "ada", limit: 2, note: "words" };
    expect(factsOf(call("list", given, { people: [PERSON], said: "words" }))).toEqual([
      {
        run: "run-1",
        tool: "list",
        outcome: "ok",
        count: 1,
        arguments: { query: "ada", limit: 2 },
        result: { people: [{ id: ID, name: "Ada Lovelace" }] },
      },
    ]);
  });

  it("of a tool without a declaration is name, outcome and count", () => {
    const words = call("undeclared", { secret: "sentence" }, { more: "sentences" });
    const failed = { ...words, outcome: "failed" as const };
    expect(factsOf(words, words, failed)).toEqual([
      { run: "run-1", tool: "undeclared", outcome: "ok", count: 2 },
      { run: "run-1", tool: "undeclared", outcome: "failed", count: 1 },
    ]);
  });

  it("is not made for a name that is no tool's: the model wrote it", () => {
    expect(factsOf(call("tell_me_about_grandmother", {}, {}))).toEqual([]);
  });

  it("holds no result of a call that failed, and no field of another type", () => {
    const failed = call("list", { limit: "two words" }, { people: [PERSON] });
    expect(factsOf({ ...failed, outcome: "failed" })).toEqual([
      { run: "run-1", tool: "list", outcome: "failed", count: 1 },
    ]);
    expect(factsOf(call("list", {}, {}, { arguments: "no JSON", content: "no JSON" }))).toEqual([
      { run: "run-1", tool: "list", outcome: "ok", count: 1 },
    ]);
  });
});

describe("facts that quote a turn", () => {
  const sentence = "Where did my late grandmother hide the silver teaspoons of 1912";
  const searched = call("list", { query: sentence, limit: 7 }, { people: [PERSON] });

  it("lose the fields that do so, and keep the others", () => {
    const other = call("list", { query: "ada" }, {});
    const added = addFacts(FACTS_CONTEXT.empty, factsOf(searched, other), [person(sentence)]);
    expect(added.refused).toEqual([
      "verbatim: it repeats the person's words (list arguments.query)",
    ]);
    expect(stored(added.state)).toMatchObject([
      { arguments: { limit: 7 }, result: { people: [{ id: ID, name: "Ada Lovelace" }] } },
      { arguments: { query: "ada" } },
    ]);
    expect(JSON.stringify(added.state)).not.toMatch(/grandmother/);
  });

  it.each([
    ["in part", "my late grandmother hide the silver"],
    ["with its escapes", `https://host.example/${encodeURIComponent(sentence)}`],
    ["in other case and punctuation", sentence.toUpperCase().replaceAll(" ", "_")],
  ])("are refused %s", (_what, query) => {
    const facts = factsOf(call("list", { query }, {}));
    expect(addFacts(FACTS_CONTEXT.empty, facts, [person(sentence)]).refused).toHaveLength(1);
  });

  it("are refused where several of them do so together", () => {
    const parts = ["Where did my late grandmother", "hide the silver", "teaspoons of 1912"];
    const facts = factsOf(...parts.map((query) => call("list", { query }, {})));
    const added = addFacts(FACTS_CONTEXT.empty, facts, [person(sentence)]);
    expect(added.refused).toEqual([
      expect.stringMatching(/several fields together/),
      expect.stringMatching(/several fields together/),
    ]);
    expect(JSON.stringify(added.state)).not.toMatch(/grandmother|teaspoons/);
  });

  it("are refused where an answer is quoted, by the measure of deltas", () => {
    const answer = {
      by: "assistant" as const,
      text: "Nobody of this name is in the directory now",
    };
    const quoting = factsOf(call("list", { query: answer.text }, {}));
    expect(addFacts(FACTS_CONTEXT.empty, quoting, [answer]).refused).toEqual([
      expect.stringMatching(/^verbatim: .*answer/),
    ]);
  });

  it("are not those that repeat ids, numbers or dates", () => {
    const figures = "Compare 12, 15, 18, 21, 30 and 47 with 2024-05-01 please for this id and that";
    const facts = factsOf(call("list", { query: "12 15 18 21 30 47 2024-05-01", limit: 30 }, {}));
    expect(addFacts(FACTS_CONTEXT.empty, facts, [person(`${figures} ${ID}`)]).refused).toEqual([]);
  });
});

describe("the state", () => {
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => call("list", { limit: from + index }, {}));

  it("keeps the newest facts, and its recorded deltas lead to it", () => {
    const first = addFacts(FACTS_CONTEXT.empty, factsOf(...numbered(0, 6)), []);
    const second = addFacts(first.state, factsOf(...numbered(6, 9)), []);
    expect(Object.keys(second.state.facts)).toHaveLength(FACTS_MAX);
    expect(Object.keys(second.state.facts)).not.toContain("f1");
    expect(second.state.facts.f9).toMatchObject({ arguments: { limit: 8 } });
    const deltas = [first, second].flatMap(({ change }) => (change ? [change.applied] : []));
    const replayed = replayDeltas(FACTS_CONTEXT.empty, deltas, { schema: FACTS_CONTEXT });
    expect(replayed).toMatchObject({ ok: true, state: second.state });
  });

  it("has a limit of size, and so has a fact", () => {
    const long = (letter: string) =>
      call(
        "list",
        { query: letter.repeat(400) },
        {
          people: Array.from({ length: 25 }, () => ({ name: letter.repeat(110) })),
        },
      );
    const facts = factsOf(...["a", "b", "c", "d", "e"].map(long));
    const { state } = addFacts(FACTS_CONTEXT.empty, facts, []);
    expect(JSON.stringify(stored(state)).length).toBeLessThanOrEqual(FACTS_MAX_CHARS);
    expect(stored(state).at(-1)?.arguments).toEqual({ query: "e".repeat(400) });
    const people = Array.from({ length: 50 }, () => ({ name: "x".repeat(120) }));
    const tooLarge = addFacts(state, factsOf(call("list", {}, { people })), []);
    expect(tooLarge).toMatchObject({ change: null, state, refused: [/^over-limit/] });
  });

  it("forgets a run whose answer is replaced", () => {
    const { state } = addFacts(FACTS_CONTEXT.empty, factsOf(...numbered(0, 2)), []);
    expect(forgetRun(state, "run-1").state).toEqual(FACTS_CONTEXT.empty);
    expect(forgetRun(state, "run-2")).toEqual({ change: null, state });
  });
});

describe("a history from before structured memory was forced", () => {
  const sentence = "Please look for my late grandmother Ottilie and her silver";
  const exchange = {
    runId: "run-0",
    messages: [
      { role: "user" as const, content: sentence },
      {
        role: "assistant" as const,
        content: "I am looking, Heliotrope.",
        tool_calls: [
          {
            id: "c1",
            type: "function" as const,
            function: { name: "list", arguments: JSON.stringify({ query: sentence, limit: 3 }) },
          },
        ],
      },
      { role: "tool" as const, tool_call_id: "c1", content: JSON.stringify({ people: [PERSON] }) },
    ],
  };
  const history = { version: 4, state: encodeStoredState(packGeneralState([exchange])) };

  it("becomes facts by one recorded delta, without its words", async () => {
    const { task, events } = testTask({ own: { stored: history } });
    const memory = await openFacts(task, TOOLS);
    const prompt = JSON.stringify(memory.segments.map(({ messages }) => messages));
    expect(prompt).toContain(ID);
    expect(prompt).not.toMatch(/grandmother|Ottilie|Heliotrope/);
    expect(events.map(({ type }) => type)).toEqual([
      "hop.started",
      "state.loaded",
      "state.loaded",
      "context.refused",
      "context.changed",
    ]);
    expect(memory.artifacts()).toMatchObject({
      newStates: [{ version: 1 }],
      quarantined: [],
      contextDeltas: [{ ordinal: 1, origin: "tool" }],
    });
  });

  it("is left alone once there are facts, and quarantined where it cannot be read", async () => {
    const state = encodeStoredState({ context_state: { facts: {} }, schema: "facts@1" });
    const facts = testMemory({ stored: { version: 1, state } });
    const { task } = testTask({ own: { stored: history }, memory: { facts } });
    const later = await openFacts(task, TOOLS);
    expect(later.segments).toEqual([]);
    const broken = testTask({ own: { stored: { version: 4, state: "broken" } } });
    const memory = await openFacts(broken.task, TOOLS);
    expect(memory.artifacts().quarantined).toMatchObject([{ agentId: "general", version: 4 }]);
  });

  it("what an earlier turn of any agent said is not remembered either", async () => {
    const { task, events } = testTask({
      given: { text: "go on" },
      memory: { said: [{ by: "person", text: sentence }] },
    });
    const memory = await openFacts(task, TOOLS);
    await memory.remember([call("list", { query: sentence }, {})], []);
    expect(events.at(-2)).toMatchObject({ type: "context.refused", attempt: 1 });
    expect(JSON.stringify(memory.artifacts())).not.toMatch(/grandmother/);
  });
});
