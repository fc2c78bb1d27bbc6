import { expect, it } from "vitest";
import { extractAgentStateFromHeaders } from "../../agent-state/codec.ts";
import { envelopeFacts } from "../../governance/envelope-facts.ts";
import { recordHops } from "../record-hops.ts";
import { signServiceHop } from "./reach-service.ts";

const run = (at: number) => ({
  plan_step_id: `s${at}`,
  tool_invoked: "fetch_page@1",
  status: "ok",
});

function arrived(runs: number) {
  const hops = recordHops("run-1", () => undefined);
  const parent = hops.start({ kind: "coordinator", nodeId: "coordinator", parent: null });
  const runsSoFar = Array.from({ length: runs }, (_, at) => run(at));
  const additions = {
    objective: "Find a PCP",
    plan_step_id: "s2",
    agent_execution: { version: 1, runs: runsSoFar },
  };
  const hop = hops.start({ kind: "agent", nodeId: "users", parent, additions });
  return extractAgentStateFromHeaders(signServiceHop(hop, "{}", "key", ["agent_execution"]));
}

it("carries objective, step and hops, and the execution where a setting allows it", () => {
  expect(envelopeFacts(arrived(2))).toMatchObject({
    objective: "Find a PCP",
    planStep: "s2",
    execution: { calls: 2, tools: ["fetch_page"] },
    hops: ["coordinator", "users"],
  });
});

it("leaves analytics out rather than the objective where both do not fit", () => {
  expect(envelopeFacts(arrived(200))).toMatchObject({ objective: "Find a PCP", execution: null });
});
