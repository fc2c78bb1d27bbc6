/** With PLANNING=off no turn is planned: it goes to whom it went before, and the model is asked nothing more. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { processSlot } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk, type TakenTurn } from "../testing/take-turns.ts";

provideUms();

const turnPlanning = (way: "on" | "off") => {
  Object.assign(settings(), { PLANNING: way });
  for (const name of ["model-connections", "model-client"]) processSlot(name).value = undefined;
};
beforeEach(() => turnPlanning("off"));
afterEach(() => turnPlanning("on"));

const agentOf = (turn: TakenTurn) => turn.of("route.chosen")[0]?.agentId;
const planners = (turn: TakenTurn) => turn.prompts.filter(({ by }) => by === "planning");

it("the first turn goes to the general agent, at no call but its own", async () => {
  const talk = await newTalk();
  const turn = await talk.say("hello");
  expect(agentOf(turn)).toBe("general");
  expect(planners(turn)).toEqual([]);
  expect(turn.prompts).toHaveLength(1);
  expect(turn.of("plan.made")).toMatchObject([
    {
      plan: { source: "unplanned", attempts: 0, reason: "Turns are not planned here (PLANNING)." },
    },
  ]);
  expect(turn.result).toMatchObject({ ending: "complete" });
});

it("a turn goes to the agent of the last one, whatever its words name", async () => {
  turnPlanning("on");
  const talk = await newTalk();
  const first = await talk.say("list the users");
  const agentId = agentOf(first);
  expect(agentId).not.toBe("general");
  turnPlanning("off");
  const second = await talk.say("what is 2 + 2?");
  expect(agentOf(second)).toBe(agentId);
  expect(planners(second)).toEqual([]);
});
