/** Claims of an agent, as they are recorded. */
import { expect, it } from "vitest";
import { createRegistry } from "../../agents/create-registry.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import * as registered from "../testing/fourth-agent/registered-agents.ts";
import { newTalk } from "../testing/take-turns.ts";

provideUms();

/** A turn in which the agent `glossarist` claims this of itself. */
async function claiming(claims: unknown) {
  const { glossarist, ...others } = registered;
  const claimant = {
    ...glossarist,
    load: async () => {
      const implement = await glossarist.load();
      return (...given: Parameters<typeof implement>) => {
        const agent = implement(...given);
        return { ...agent, run: async (task: never) => ({ ...(await agent.run(task)), claims }) };
      };
    },
  };
  const talk = await newTalk(createRegistry([...Object.values(others), claimant]));
  return talk.say("Note the term parallax");
}

it("are never read where their version is unknown", async () => {
  const turn = await claiming({ version: 2, runs: [{ status: "ok", tool_invoked: "x@1" }] });
  expect(turn.of("execution.claimed")).toEqual([]);
  expect(turn.of("envelope.finding")).toMatchObject([{ code: "unknown-version" }]);
  expect(turn.of("deviation.scored")).toMatchObject([{ score: 0 }]);
});

it("that do not fit are named by their place", async () => {
  const turn = await claiming({ version: 1, runs: [{ status: 7, tool_invoked: "x@1" }] });
  expect(turn.of("envelope.finding")).toMatchObject([
    { code: "malformed", detail: expect.stringMatching(/^agent_execution runs\.0\.status: /) },
  ]);
});

it("hold no personal data that is masked", async () => {
  const run = { status: "failed", tool_invoked: "x@1", deviation_reason: "no 078-05-1120 here" };
  const [claimed] = (await claiming({ version: 1, runs: [run] })).of("execution.claimed");
  expect(claimed?.claims).toMatchObject({
    runs: [{ deviation_reason: "no [redacted:government-id] here" }],
  });
});
