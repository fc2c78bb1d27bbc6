/** A request that is too long for the model is repeated once with fewer remembered exchanges. */
import { expect, it } from "vitest";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl, newTalk } from "../testing/take-turns.ts";

provideUms();

const tooLong = (times: number) =>
  modelControl().queue({
    scenario: "error-500",
    status: 413,
    structured: false,
    match: "17 * 23",
    times,
  });

it("the older half goes, the log says so, and the person gets the answer", async () => {
  const talk = await newTalk();
  await talk.say("calculate 2 + 2");
  await talk.say("calculate 3 + 3");
  await tooLong(1);
  const turn = await talk.say("calculate 17 * 23");
  expect(turn.answer).toContain("391");
  expect(turn.of("run.noted")).toMatchObject([{ code: "exchanges-pruned", detail: "1 of 2" }]);
  expect(turn.of("model.refused")).toMatchObject([{ reason: "request-too-long" }]);
  const last = turn.prompts.filter(({ by }) => by === "general").at(-1);
  expect(last?.text).not.toContain("2 + 2");
  expect(last?.text).toContain("3 + 3");
});

it("the answer is whole, also where it ends with an address", async () => {
  const talk = await newTalk();
  await talk.say("calculate 2 + 2");
  await tooLong(1);
  await modelControl().script("17 * 23", [{ text: "See https://docs.example/help" }]);
  const turn = await talk.say("calculate 17 * 23");
  expect(turn.answer).toBe("See https://docs.example/help");
});

it("where that does not help either, the turn says what is wrong", async () => {
  const talk = await newTalk();
  await talk.say("calculate 2 + 2");
  await tooLong(2);
  const turn = await talk.say("calculate 17 * 23");
  expect(turn.result).toMatchObject({ ending: "failed", reason: "request-too-long" });
});
