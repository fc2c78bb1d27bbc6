/** Sixty ordinary turns: nobody is asked more than before a call's origin was looked at. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRegistry } from "../../agents/create-registry.ts";
import { general } from "../../agents/general/descriptor.ts";
import { implementGeneral } from "../../agents/general/general-agent.ts";
import { users } from "../../agents/users/descriptor.ts";
import { DONE, event, FINISH, textEvent } from "../../llm/testing/start-raw-server.ts";
import type { Tool } from "../../tools/tool.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { say as reply, send } from "../testing/scripted-provider.ts";
import { modelControl, newTalk, type TakenTurn } from "../testing/take-turns.ts";
import { decide } from "../testing/talk-of-people.ts";
import { openProvider } from "../testing/with-provider.ts";

provideUms();

/** Each list is one conversation. */
const DAY: readonly (readonly string[])[] = [
  ["hello", "what can you do?", "calculate 17 * 23", "and then times 4?", "thank you"],
  ["what is the weather in Paris?", "and in Berlin?", "search the web for solar power", "thanks"],
  ["list the users", "and the next page of users", "how many users are there?", "find Anna"],
  ["list users and tell me the weather in Paris", "calculate 2 ** 10", "what is 2 + 2?"],
  [
    "I need a brief for a mobile app",
    "It helps people find lost dogs in the city",
    "Dog owners in big cities",
    "iOS and Android",
    "what did I say about the platform?",
  ],
  ["plot sin(x) from 0 to 10", "draw a bar chart of 3, 5 and 8", "calculate the mean of 3, 5, 8"],
  ["search the web for the history of Hamburg", "read the first result", "what does it say?"],
  ["fetch https://example.com/", "summarise it", "who wrote it?"],
  ["list the users and then calculate 17 * 23", "now for 20", "and the square root of 2"],
  ["what's the weather in Rome?", "list the users", "how many are in Berlin?", "calculate 9 / 3"],
  ["search the web for climate of Lisbon", "and of Porto", "which one is warmer?", "thank you"],
  ["tell me a joke", "another one", "write a haiku about rain", "translate it to German"],
  ["search the web for electric cars", "search the web for their range", "calculate 400 / 60"],
  ["what is a half-silvered mirror?", "how does this product work?", "who made it?"],
  ["count the letters in strawberry", "reverse the word halfsilver", "sort 3, 1, 2"],
  ["list the users", "delete the first one", "no, leave it"],
  ["find the user Lena", "in which city is she?", "what is the weather there?", "thanks"],
];
const OURS = /^(?:foreign-text|unknown-address|private-text)-needs-approval@/;

/** What would not have been asked without the policies on origins. */
const asked = (turn: TakenTurn) =>
  turn
    .of("policy.decided")
    .filter(({ decision }) => decision.outcome === "needs_approval")
    .map(({ action, decision }) => ({ action, policies: decision.policies }))
    .filter(({ policies }) => policies.every((name) => OURS.test(name)));

const SEARCH: Tool = {
  name: "web_search",
  version: "1",
  description: "Searches the web.",
  arguments: z.object({ query: z.string() }),
  timeoutMs: 1_000,
  maxResultBytes: 1_000,
  policy: { writes: false, egress: true, riskTags: [] },
  origin: "web:search.example",
  status: "looking-up",
  run: async () => ({ outcome: "ok", content: "Hamburg is old." }),
};
const search = (query: string) => ({ name: SEARCH.name, arguments: JSON.stringify({ query }) });

/** The agents, of whom the general one has this search alone. */
const SEARCHER = createRegistry([
  {
    ...general,
    tools: [SEARCH],
    load: async () => (given) => implementGeneral({ ...given, deploymentTools: [SEARCH] }),
  },
  users,
]);

describe("an ordinary day", () => {
  it.each(DAY.map((texts) => [texts[0] ?? "", texts] as const))("%s …", async (_, texts) => {
    const talk = await newTalk();
    const all: unknown[] = [];
    for (const text of texts) all.push(...asked(await talk.say(text)));
    expect(all).toEqual([]);
  });

  it("goes on after a decision: what was planned before is still the person's wish", async () => {
    const talk = await newTalk(SEARCHER);
    await talk.say("list users");
    await talk.say("delete the first one and search the web for the history of Hamburg");
    const calls = [search("the history of Hamburg")];
    await modelControl().script("history of Hamburg", [
      { toolCalls: calls },
      { text: "It is old." },
    ]);
    const rest = await decide(talk);
    expect(rest.of("tool.called").map(({ tool }) => tool)).toContain("web_search@1");
    expect(asked(rest)).toEqual([]);
  });

  it("goes on after an answer that was cut, of which the next search takes a few words", async () => {
    const called = {
      index: 0,
      id: "call-1",
      function: search("price of the longest range of them"),
    };
    const { provider } = await openProvider({
      answers: [
        send(textEvent("The Ioniq 6 has the longest", "length"), DONE),
        reply(" range of them."),
        send(event({ choices: [{ index: 0, delta: { tool_calls: [called] } }] }), FINISH, DONE),
        reply("It is 40,000."),
      ],
    });
    const talk = await newTalk(SEARCHER);
    await talk.say("Which electric cars go far?");
    await talk.goOn();
    const later = await talk.say("how much is it?");
    expect(provider.asked()).toHaveLength(4);
    expect(later.of("tool.called")).toHaveLength(1);
    expect(asked(later)).toEqual([]);
  });

  it("has sixty turns at least", () => {
    expect(DAY.flat().length).toBeGreaterThanOrEqual(60);
  });
});
