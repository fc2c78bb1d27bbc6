/** With `MEMORY_POLICY=context-state` no prompt of any agent holds an earlier turn, and follow-ups still work. */
import { describe, expect, it, vi } from "vitest";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { callsIn } from "../testing/read-prompts.ts";
import { newTalk } from "../testing/take-turns.ts";

process.env.MEMORY_POLICY = "context-state";
vi.setConfig({ testTimeout: 120_000 });
provideUms();

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
    expect(opening?.messages.map(({ role }) => role)).toEqual(["system", "system", "user"]);
    expect(opening?.messages[1]?.content).toMatch(/^Facts from earlier results/);
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
});
