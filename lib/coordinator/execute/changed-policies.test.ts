/** Policies that somebody else changes while a turn is under way, and after a pause, decide on its next call. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { db } from "../../db/client.ts";
import { forgetPolicies, loadPolicies } from "../../db/policies/load-policies.ts";
import { DONE, event, type RawAnswer } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { say, send } from "../testing/scripted-provider.ts";
import { newTalk, type TakenTurn } from "../testing/take-turns.ts";
import { openProvider } from "../testing/with-provider.ts";

provideUms();

const NO_PYTHON = `forbid (principal, action == Action::"call:python_interpreter", resource);`;

/** As another instance, or an operator: by SQL, and no process is told. */
async function insertPolicy(isEnabled: boolean): Promise<void> {
  await db().$executeRaw`INSERT INTO policy (id, name, version, text, mode, enabled)
    SELECT gen_random_uuid(), 'of-this-test', count(*) + 1, ${NO_PYTHON}, 'enforce', ${isEnabled}
    FROM policy WHERE name = 'of-this-test'`;
}

/** So much time passes between one look at the clock and the next. */
function letPass(ms: number): void {
  const [ahead, now] = [ms, performance.now.bind(performance)];
  vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
}

afterEach(async () => {
  vi.restoreAllMocks();
  await insertPolicy(false);
  // What was read in the future would be fresh for long.
  forgetPolicies();
});

const call = (id: string): RawAnswer => {
  const asked = { name: "python_interpreter", arguments: `{"code":"print(${id.length})"}` };
  const delta = { tool_calls: [{ index: 0, id, function: asked }] };
  return send(event({ choices: [{ index: 0, delta, finish_reason: "tool_calls" }] }), DONE);
};

const outcomes = (turn: TakenTurn) =>
  turn
    .of("policy.decided")
    .filter(({ action }) => action.includes("python_interpreter"))
    .map(({ decision }) => decision.outcome);

describe("an enforced policy", () => {
  it("decides on the calls that come two seconds after its commit, in the turn that goes on", async () => {
    const changes: RawAnswer = async (response, request) => {
      await insertPolicy(true);
      letPass(2_001);
      call("second")(response, request);
    };
    const { talk } = await openProvider({
      answers: [call("first"), changes, say("It is done.")],
    });
    const turn = await talk.say("compute it");
    expect(outcomes(turn)).toEqual(["allow", "deny"]);
    expect(turn.of("tool.returned").map(({ outcome }) => outcome)).toEqual(["ok", "denied"]);
    expect(turn.answer).toBe("It is done.");
  });

  it.each([2_001, 4_000, 9_000, 3_600_000])(
    "decides on the first call after %i ms of silence",
    async (ms) => {
      await newTalk();
      const { talk } = await openProvider({ answers: [call("only"), say("It is done.")] });
      await loadPolicies();
      await insertPolicy(true);
      letPass(ms);
      expect(outcomes(await talk.say("compute it"))).toEqual(["deny"]);
    },
  );

  it("denies every call while the policies cannot be read", async () => {
    const away: RawAnswer = async (response, request) => {
      await db().$executeRaw`ALTER TABLE policy RENAME TO policy_away`;
      letPass(2_001);
      call("second")(response, request);
    };
    const { talk } = await openProvider({ answers: [away, say("It is done.")] });
    try {
      expect(outcomes(await talk.say("compute it"))).toEqual(["deny"]);
    } finally {
      await db().$executeRaw`ALTER TABLE policy_away RENAME TO policy`;
    }
  });
});
