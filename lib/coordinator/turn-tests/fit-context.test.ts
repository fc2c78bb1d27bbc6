/** Where the operator has said how long the context is, what is remembered is left out before the prompt outgrows it. */
import { afterEach, expect, it } from "vitest";
import { modelConnections } from "../../llm/connections/model-connection.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk } from "../testing/take-turns.ts";

provideUms();

const setContext = (tokens: number | null) => {
  for (const connection of modelConnections().all.values())
    Object.assign(connection, { contextTokens: tokens });
};
afterEach(() => setContext(null));

it("the oldest goes first, the log says so, and the newest stays", async () => {
  const talk = await newTalk();
  await talk.say(`calculate 2 + 2 ${"and nothing else ".repeat(600)}`);
  await talk.say("calculate 3 + 3");
  const before = await talk.say("calculate 4 + 4");
  const sent = before.prompts.filter(({ by }) => by === "general").at(-1)?.text ?? "";
  expect(sent).toContain("2 + 2");
  expect(before.of("run.noted")).toEqual([]);

  // Too little for the first question, which is the longest; enough for the rest.
  setContext(Math.ceil((sent.length - 5_000) / 3 / 0.75));
  const turn = await talk.say("calculate 17 * 23");
  expect(turn.answer).toContain("391");
  expect(turn.of("model.refused")).toEqual([]);
  expect(turn.of("run.noted")[0]).toMatchObject({ code: "exchanges-pruned", detail: "1 of 3" });
  const last = turn.prompts.filter(({ by }) => by === "general").at(-1)?.text ?? "";
  expect(last).not.toContain("2 + 2");
  expect(last).toContain("4 + 4");
});
