/** Planning and the whole turn have their own deadlines, whatever a model server does. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Settings, settings } from "../env/settings.ts";
import { provideUms } from "../ums/testing/provide-ums.ts";
import { modelControl, newTalk } from "./testing/take-turns.ts";

vi.setConfig({ testTimeout: 60_000 });
provideUms();

let given: Partial<Settings>;
beforeEach(() => {
  given = { ...settings() };
});
afterEach(() => {
  Object.assign(settings(), given);
});

it("a planner that hangs costs its own time, and the turn goes on without a plan", async () => {
  const talk = await newTalk();
  await talk.say("hello");
  Object.assign(settings(), { PLAN_MAX_MS: 400 });
  await modelControl().queue({ scenario: "hang", structured: true });
  const turn = await talk.say("calculate 17 * 23");
  expect(turn.answer).toContain("391");
  expect(turn.of("plan.made")).toMatchObject([
    { plan: { source: "unplanned", reason: "Planning took longer than 0.4 s (PLAN_MAX_MS)." } },
  ]);
  expect(turn.result).toMatchObject({ ending: "complete", deviation: { score: null } });
});

it("a turn that takes too long ends, and says so", async () => {
  const talk = await newTalk();
  await talk.say("hello");
  Object.assign(settings(), { TURN_MAX_MS: 1_000 });
  await modelControl().queue({ scenario: "hang", match: "17 * 23", times: 2 });
  const turn = await talk.say("calculate 17 * 23");
  expect(turn.result).toMatchObject({ ending: "failed", reason: "time-limit" });
});
