/** With `MEMORY_POLICY=context-state` no prompt of any agent holds an earlier turn, and follow-ups still work. */

import { afterEach, describe, expect, it } from "vitest";
import { factsIdOf } from "../../agents/facts/facts-state.ts";
import { general } from "../../agents/general/descriptor.ts";
import { FACTS_CONTEXT } from "../../context-state/facts-context.ts";
import { replayDeltas } from "../../context-state/replay-deltas.ts";
import { readMarked } from "../../contracts/model/marked-data.ts";
import { db } from "../../db/client.ts";
import { settings } from "../../env/settings.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { callsIn } from "../testing/read-prompts.ts";
import { modelControl, newTalk } from "../testing/take-turns.ts";

process.env.MEMORY_POLICY = "context-state";
process.env.WEB_SEARCH_PROVIDER = "local";
provideUms();

const FACTS_ID = factsIdOf(general.id);
const ROUNDS = ["assistant", "tool"];

describe("with structured memory forced on every agent", () => {
  it("a follow-up to a calculation works from facts", async () => {
    const talk = await newTalk();
    const first = await talk.say("calculate fibonacci(10)");
    expect(first.answer).toContain("55");
    const second = await talk.say("now the same for 20");
    expect(second.answer).toContain("6765");
    expect(second.of("deviation.scored")).toMatchObject([{ score: 0 }]);
    const [opening] = second.prompts.filter(({ by }) => by === "general");
    expect(opening?.messages.map(({ role }) => role)).toEqual(["system", "user", "user"]);
    expect(readMarked(opening?.messages[1]?.content ?? "")).toMatchObject([
      { isData: true, text: expect.stringMatching(/^Facts from earlier results/) },
    ]);
    const policies = second.of("model.called").map(({ manifest }) => manifest.memoryPolicy);
    expect(new Set(policies)).toEqual(new Set(["context-state"]));
  });

  it("sends a message to the chosen agent only: there is no early call", async () => {
    const turn = await (await newTalk()).say("list users");
    expect(turn.of("route.chosen")).toMatchObject([{ likely: null, speculation: "off" }]);
    expect(turn.prompts.filter(({ by }) => by === "general")).toEqual([]);
  });

  it("no prompt contains text of an earlier turn", async () => {
    const talk = await newTalk();
    const words = ["Heliotrope", "Kumquat", "Quokka", "Nasturtium", "Periwinkle", "Tamarisk"];
    const messages = [
      "What is fibonacci(10)?",
      "List users.",
      "I need a brief for a mobile app.",
      "Help people find lost dogs.",
      "show more users please.",
      "calculate 17 * 23.",
    ];
    for (const [index, message] of messages.entries()) {
      const { prompts, conversationId } = await talk.say(`${message} ${words[index]}.`);
      expect(conversationId).toBe(talk.conversationId());
      expect(prompts.some(({ text }) => text.includes(words[index] ?? ""))).toBe(true);
      for (const prompt of prompts) {
        for (const word of words.slice(0, index)) {
          // An intake's context state may contain an answer in short words.
          if (prompt.by === "concierge" && word === "Nasturtium") continue;
          expect(prompt.text, `${message}: ${prompt.by}`).not.toContain(word);
        }
        // Assistant and tool messages belong to this run: calls with their results.
        const rounds = prompt.messages.filter(({ role }) => ROUNDS.includes(role));
        const isOwn = prompt.messages.findLastIndex(({ role }) => role === "user");
        expect(prompt.messages.slice(isOwn + 1)).toEqual(rounds);
        expect(rounds.length === 0 || callsIn(prompt).length > 0).toBe(true);
      }
    }
  });

  it("a search in the person's whole sentence leaves no word of it in the next prompt", async () => {
    const talk = await newTalk();
    const sentence = "Where did my late grandmother Ottilie hide the silver teaspoons";
    const query = { name: "web_search", arguments: { query: sentence } };
    await modelControl().script("Ottilie", [
      { toolCalls: [query, { name: "python_interpreter", arguments: { code: "6 * 7" } }] },
      { text: "I found nothing about teaspoons, but the figure is 42." },
    ]);
    const first = await talk.say(sentence);
    expect(first.of("tool.called").map(({ arguments: given }) => given)).toContainEqual(
      query.arguments,
    );
    expect(first.of("context.refused")).toMatchObject([
      { agentId: FACTS_ID, reason: expect.stringMatching(/^verbatim: .*web_search/) },
    ]);
    const [changed] = first.of("context.changed").filter(({ agentId }) => agentId === FACTS_ID);
    expect(changed).toMatchObject({ ordinal: 1, paths: ["/facts/f1", "/facts/f2"] });

    const second = await talk.say("calculate 17 * 23");
    expect(second.prompts.map(({ by }) => by)).toContain("general");
    for (const { text } of second.prompts) expect(text).not.toMatch(/grandmother|Ottilie|teaspoon/);
    const [opening] = second.prompts.filter(({ by }) => by === "general");
    expect(opening?.messages[1]?.content).toContain('"result":{"output":"42"}');
    expect(opening?.messages[1]?.content).toContain('"tool":"web_search"');
  });

  it("remembers facts as a context state whose deltas lead to what is stored", async () => {
    const talk = await newTalk();
    await talk.say("calculate fibonacci(10)");
    await talk.say("calculate 17 * 23");
    const where = { conversationId: talk.conversationId() };
    const stored = await db().hiddenState.findMany({
      where: { ...where, agentId: { in: [FACTS_ID, general.id] } },
      orderBy: { version: "desc" },
    });
    expect(stored.map(({ agentId, version }) => [agentId, version])).toEqual([
      [FACTS_ID, 2],
      [FACTS_ID, 1],
    ]);
    const deltas = await db().contextDelta.findMany({
      where: { ...where, agentId: FACTS_ID },
      orderBy: { ordinal: "asc" },
    });
    expect(deltas.map(({ ordinal, origin }) => [ordinal, origin])).toEqual([
      [1, "tool"],
      [2, "tool"],
    ]);
    const replayed = replayDeltas(FACTS_CONTEXT.empty, deltas, { schema: FACTS_CONTEXT });
    if (!replayed.ok) throw new Error(replayed.reason);
    expect(stored[0]?.state).toEqual({
      schema: "facts@1",
      context_state: replayed.state,
      origins: ["model@person"],
    });
    const results = Object.values(replayed.state.facts).map(({ result }) => result);
    expect(results).toEqual([{ output: "55" }, { output: "391" }]);
  });

  it("replays the deltas where the stored facts are broken", async () => {
    const talk = await newTalk();
    await talk.say("calculate fibonacci(10)");
    const where = { conversationId: talk.conversationId(), agentId: FACTS_ID };
    await db().hiddenState.updateMany({ where, data: { state: { facts: "garbage" } } });
    const turn = await talk.say("now the same for 20");
    expect(turn.answer).toContain("6765");
    const rows = await db().hiddenState.findMany({ where, orderBy: { version: "asc" } });
    expect(rows.map(({ quarantinedAt }) => quarantinedAt !== null)).toEqual([true, false]);
  });

  it("forgets the facts of an answer that is replaced", async () => {
    const talk = await newTalk();
    const first = await talk.say("calculate fibonacci(10)");
    const again = await talk.retry();
    expect(again.answer).toContain("55");
    const paths = again
      .of("context.changed")
      .flatMap((event) => (event.agentId === FACTS_ID ? [event.paths] : []));
    expect(paths).toEqual([["/facts/f1"]]);
    expect(again.prompts.map(({ text }) => text).join()).not.toContain("Facts from earlier");
    const next = await talk.say("now the same for 20");
    expect(next.answer).toContain("6765");
    expect(JSON.stringify(next.result.newStates)).not.toContain(first.runId);
  });
});

describe("where the setting changes within a conversation", () => {
  afterEach(() => setPolicy("context-state"));

  it("no earlier turn is replayed, its figures are facts, and the history is there afterwards", async () => {
    setPolicy("declared");
    const talk = await newTalk();
    await talk.say("What is fibonacci(10)? Heliotrope.");
    setPolicy("context-state");
    const strict = await talk.say("now the same for 20");
    expect(strict.answer).toContain("6765");
    expect(strict.prompts.map(({ text }) => text).join()).not.toMatch(/Heliotrope/);
    const kinds = strict.of("model.called").flatMap(({ manifest }) => manifest.segments);
    expect(kinds.map(({ kind }) => kind)).not.toContain("tool-history");
    setPolicy("declared");
    const declared = await talk.say("now the same for 15");
    expect(declared.answer).toContain("610");
    const [opening] = declared.prompts.filter(({ by }) => by === "general");
    expect(opening?.text).toContain("Heliotrope");
    expect(opening?.text).not.toContain("Facts from earlier");
  });
});

function setPolicy(policy: "declared" | "context-state") {
  settings().MEMORY_POLICY = policy;
}
