/** What hops leave in the envelope, and the policies that read it, here and at the service. */
import { describe, expect, it } from "vitest";
import { storePolicy } from "../../db/testing/store-policy.ts";
import { AgentExecution } from "../../deviation/payload-schemas.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk, type TakenTurn } from "../testing/take-turns.ts";

provideUms();

/** One turn under one more policy. */
async function sayUnder(text: string, said: string): Promise<TakenTurn> {
  const policy = { name: "of-this-test", mode: "enforce" as const, text };
  await storePolicy({ ...policy, enabled: true });
  const turn = await (await newTalk()).say(said);
  await storePolicy({ ...policy, enabled: false });
  return turn;
}

const decisions = (turn: TakenTurn, principal: string) =>
  turn
    .of("policy.decided")
    .filter((body) => body.principal === principal)
    .map(({ action, decision }) => `${action} ${decision.outcome}`);

const rule = (principal: string, condition: string) =>
  `forbid (principal == Node::"${principal}", action, resource) when { ${condition} };`;

/** What the hops of this node left, by the log. */
function leftBy(turn: TakenTurn, nodeId: string) {
  const refs = turn.of("hop.started").filter((hop) => hop.nodeId === nodeId);
  return refs.map(({ hopRef }) => {
    const state = turn.of("hop.ended").find((body) => body.hopRef === hopRef)?.state;
    if (!state) throw new Error(`${hopRef} left no state`);
    return state;
  });
}

describe("a policy at the service", () => {
  it.each([
    ["the objective", `context has objective && context.objective like "*users*"`],
    ["the step", `context has planStep && context.planStep == "s1"`],
    ["the hops before it", `context.hops.containsAll(["coordinator", "users"])`],
  ])("reads %s", async (_, condition) => {
    const turn = await sayUnder(rule("ums", condition), "list users");
    expect(new Set(decisions(turn, "ums"))).toEqual(new Set(["call:list_people deny"]));
  });

  it("reads what it ran itself", async () => {
    const first = `!(context has execution)`;
    const turn = await sayUnder(rule("ums", first), "list users");
    expect(decisions(turn, "ums")).toEqual(["call:list_people deny", "call:list_people allow"]);
  });
});

describe("a policy here", () => {
  it.each([
    ["the objective", `context has objective && context.objective like "*17*"`],
    ["the plan", `context has plan && context.plan.agents.contains("general")`],
    ["the hops before it", `context.hops.contains("coordinator")`],
  ])("reads %s", async (_, condition) => {
    const turn = await sayUnder(rule("general", condition), "What is 17 * 23?");
    const denied = new Set(["call:python_interpreter deny"]);
    expect(new Set(decisions(turn, "general"))).toEqual(denied);
  });
});

it("reads what ran before, in the same process too", async () => {
  const turn = await sayUnder(rule("general", `!(context has execution)`), "What is 17 * 23?");
  const call = "call:python_interpreter";
  expect(decisions(turn, "general")).toEqual([`${call} deny`, `${call} allow`]);
});

describe("the state that a hop leaves", () => {
  it("says of an agent its objective, its status and what it ran", async () => {
    const turn = await (await newTalk()).say("What is 17 * 23?");
    const [general] = leftBy(turn, "general");
    const [execution] = turn.of("execution.recorded");
    expect(general).toMatchObject({
      scope: "AGENT",
      variables: {
        objective: expect.stringContaining("17"),
        plan_step_id: "s1",
        status: "ok",
        reflections: [],
      },
      metadata: { model: "halfsilver-demo", temperature: null, hops: ["coordinator", "general"] },
    });
    const said = AgentExecution.parse(general?.variables.agent_execution);
    expect(said.runs).toEqual([
      {
        plan_step_id: execution?.execution.planStepId,
        tool_invoked: "python_interpreter@1",
        actual_args_sha256: execution?.execution.actualArgsSha256,
        status: "ok",
        metadata: { retries: 0 },
      },
      {
        plan_step_id: "s1",
        status: "ok",
        metadata: { type: "agent", node_id: "general", retries: 0 },
      },
    ]);
    expect(leftBy(turn, "coordinator")).toMatchObject([
      { scope: "ORCHESTRATOR", variables: { workflow: { mode: "one-agent", agents: 1 } } },
    ]);
    expect(leftBy(turn, "python_interpreter")).toMatchObject([
      { scope: "TOOL", variables: { tool: "python_interpreter@1", status: "ok" } },
    ]);
  });

  it("says why a call departed from the plan, and how often it was tried", async () => {
    const turn = await sayUnder(
      `forbid (principal, action == Action::"call:python_interpreter", resource);`,
      "What is 17 * 23?",
    );
    const [general] = leftBy(turn, "general");
    expect(general?.variables.reflections).toEqual([
      "python_interpreter@1: denied_by_policy",
      "python_interpreter@1: denied_by_policy",
    ]);
    const { runs } = AgentExecution.parse(general?.variables.agent_execution);
    const denied = { status: "denied", deviation_reason: "denied_by_policy" };
    expect(runs.slice(0, 2)).toMatchObject([
      { ...denied, metadata: { retries: 0 } },
      { ...denied, metadata: { retries: 1 } },
    ]);
  });

  it("counts the retries of a call at the service, in its own report too", async () => {
    const turn = await sayUnder(rule("ums", `!(context has execution)`), "list users");
    const [users] = leftBy(turn, "users");
    const own = AgentExecution.parse(users?.variables.agent_execution).runs;
    expect(own.map(({ metadata }) => metadata?.retries)).toEqual([0, 1, 0]);
    const [claimed] = turn.of("execution.claimed");
    const tried = { plan_step_id: "s1", tool_invoked: "list_people@1.0.0" };
    const reason = "denied_by_policy";
    expect(AgentExecution.parse(claimed?.claims).runs).toMatchObject([
      { ...tried, status: "denied", deviation_reason: reason, metadata: { retries: 0 } },
      { ...tried, status: "ok", metadata: { retries: 1 } },
    ]);
  });
});
