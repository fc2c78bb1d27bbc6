/** The gateway in whole turns, and what a service's policies read, with analytics on. */
import { expect, it } from "vitest";
import { extractAgentStateFromHeaders } from "../../agent-state/codec.ts";
import { storePolicy } from "../../db/testing/store-policy.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk } from "../testing/take-turns.ts";

process.env.AGENT_STATE_ANALYTICS = "analytics,orchestrator_plan,agent_execution";
const ums = provideUms();

const chats = () => ums.server().requests.filter(({ line }) => line.endsWith("/chat"));

it("stands between the agent and the service, and tells the service its risk", async () => {
  const turn = await (await newTalk()).say("list users");
  const hops = turn.of("hop.started");
  const service = hops.findLast(({ kind }) => kind === "service");
  const gateway = hops.find(({ hopRef }) => hopRef === service?.parentRef);
  const agent = hops.find(({ hopRef }) => hopRef === gateway?.parentRef);
  expect([gateway?.kind, agent?.nodeId]).toEqual(["gateway", "users"]);
  const { variables = {}, metadata } = extractAgentStateFromHeaders(chats().at(-1)?.headers ?? {});
  expect(variables).toMatchObject({
    AGENT: { objective: expect.any(String), plan_step_id: "s1", status: "running" },
    ORCHESTRATOR: { workflow: { mode: "one-agent" } },
    GATEWAY: { status: "allow", analytics: { version: 1, risk: { decision: "allow" } } },
  });
  expect(metadata?.hops).toEqual(["coordinator", "users", "gateway"]);
  const [left] = turn.of("hop.ended").filter(({ hopRef }) => hopRef === service?.hopRef);
  expect(left?.state).toMatchObject({
    scope: "SERVER",
    variables: {
      service: "ums",
      status: "ok",
      agent_execution: {
        runs: [
          { plan_step_id: expect.any(String), tool_invoked: "list_people@1.0.0", status: "ok" },
        ],
      },
    },
    metadata: { nonce: metadata?.nonce },
  });
});

it("is no step of a plan: the score stays 0 and no call is unplanned", async () => {
  const turn = await (await newTalk()).say("list users");
  expect(turn.of("hop.started").map(({ kind }) => kind)).toContain("gateway");
  expect(turn.result.deviation).toMatchObject({ score: 0, detail: { unplanned: [] } });
  expect(turn.result.nodeHistory.map(({ kind }) => kind)).toContain("gateway");
});

it("keeps a call of the service in where a policy closes it, and asks once", async () => {
  const policy = {
    name: "of-this-test",
    mode: "enforce" as const,
    text: `@reason("nothing leaves today")
      forbid (principal == Node::"gateway", action == Action::"ask:ums", resource);`,
  };
  await storePolicy({ ...policy, enabled: true });
  const before = ums.server().requests.length;
  const turn = await (await newTalk()).say("list users");
  await storePolicy({ ...policy, enabled: false });
  expect(ums.server().requests).toHaveLength(before);
  expect(turn.result).toMatchObject({ ending: "failed", reason: "policy-denied" });
  const passages = turn.of("hop.started").filter(({ kind }) => kind === "gateway");
  expect(passages).toHaveLength(1);
  expect(
    turn
      .of("run.noted")
      .map(({ detail }) => detail)
      .join(),
  ).toContain("nothing leaves today");
});

it("lets the service's policies read the plan that the envelope brought", async () => {
  const policy = {
    name: "of-this-test",
    mode: "enforce" as const,
    text: `forbid (principal == Node::"ums", action, resource)
      when { context has plan && context.plan.agents.contains("users") };`,
  };
  await storePolicy({ ...policy, enabled: true });
  const turn = await (await newTalk()).say("list users");
  await storePolicy({ ...policy, enabled: false });
  const decided = turn.of("policy.decided").filter(({ principal }) => principal === "ums");
  expect(new Set(decided.map(({ decision }) => decision.outcome))).toEqual(new Set(["deny"]));
});
