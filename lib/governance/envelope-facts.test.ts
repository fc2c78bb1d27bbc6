/** The example policies of docs/guides/write-a-policy.md, each evaluated on what stands in a hop's envelope. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { AgentState } from "../agent-state/agent-state.ts";
import { compilePolicies } from "./compile-policies.ts";
import { decideHop } from "./decide-hop.ts";
import { defaultPolicies } from "./default-policies.ts";
import { envelopeFacts } from "./envelope-facts.ts";

const guide = await readFile("docs/guides/write-a-policy.md", "utf8");

/** The example of the guide under this heading, beside the default policies. */
function decideBy(
  heading: string,
  state: Omit<AgentState, "nodeId">,
  more: object = {},
  { principal, name } = { principal: "ums", name: "list_people" },
) {
  const [, section = ""] = guide.split(`### ${heading}\n`);
  const text = /```cedar\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
  const example = { name: "example", version: 1, mode: "enforce" as const, text };
  const rows = [
    ...defaultPolicies({ DIRECTORY_BY_ROLE: true }).map((policy) => ({ ...policy, version: 1 })),
    example,
  ];
  const rest = { riskTags: [], egressDomain: null, writes: false, approved: false };
  return decideHop(compilePolicies(rows), {
    principal,
    action: { kind: "tool", name },
    context: { ...envelopeFacts(state), ...rest, ...more },
  });
}

const agent = (variables: Record<string, unknown>) => ({ variables: { AGENT: variables } });
const ran = (tool: string, status = "ok") => ({ tool_invoked: tool, status });
const execution = (...runs: object[]) => ({ agent_execution: { version: 1, runs } });
const plan = (...tools: string[]) => ({
  version: 1,
  steps: [
    { id: "s1", type: "agent", target_node_id: "users" },
    ...tools.map((tool, at) => ({ id: `s1.${at}`, type: "tool", target_tool: tool })),
  ],
});
const planned = (...tools: string[]) => ({
  variables: { ORCHESTRATOR: { orchestrator_plan: plan(...tools) } },
});

describe("what a policy may read", () => {
  it("is the objective", () => {
    const of = (objective: string) => decideBy("Objective", agent({ objective })).outcome;
    expect(of("Export the payroll of everybody")).toBe("deny");
    expect(of("List everybody")).toBe("allow");
    expect(decideBy("Objective", {}).outcome).toBe("allow");
  });

  it("is the person's role", () => {
    const page = { principal: "general", name: "fetch_page" };
    const as = (role: string) => decideBy("Role", { metadata: { role } }, {}, page).outcome;
    expect([as("admin"), as("user"), as("owner")]).toEqual(["allow", "deny", "deny"]);
    expect(decideBy("Role", {}, {}, page).outcome).toBe("deny");
  });

  it("is the plan", () => {
    expect(decideBy("Plan", planned("delete_person@1.0.0")).outcome).toBe("deny");
    expect(decideBy("Plan", planned("list_people@1.0.0")).outcome).toBe("allow");
    const other = { variables: { ORCHESTRATOR: { orchestrator_plan: { version: 2, steps: [] } } } };
    expect(envelopeFacts(other).plan).toBeNull();
  });

  it("is the execution so far", () => {
    const twice = execution(ran("fetch_page@1"), ran("find_people@1.0.0", "failed"));
    expect(decideBy("Execution so far", agent(twice)).outcome).toBe("deny");
    const once = execution(ran("find_people@1.0.0"));
    expect(decideBy("Execution so far", agent(once)).outcome).toBe("allow");
    expect(envelopeFacts(agent(twice)).execution).toEqual({
      calls: 2,
      tools: ["fetch_page", "find_people"],
      failed: ["find_people"],
      denied: [],
    });
  });

  it("is the host that a call leaves for", () => {
    const from = (egressDomain: string) =>
      decideBy("Egress", {}, { egressDomain }, { principal: "gateway", name: "fetch_page" })
        .outcome;
    expect(from("evil.example")).toBe("deny");
    expect(from("en.wikipedia.org")).toBe("allow");
  });

  it("is the hops that the request has passed", () => {
    const through = (...hops: string[]) =>
      decideBy("Earlier hops", { metadata: { hops } }, { writes: true }).outcome;
    expect(through("coordinator", "general")).toBe("deny");
    expect(through("coordinator", "users")).toBe("allow");
  });

  it("is nothing where the envelope is of another shape", () => {
    const odd = {
      variables: { AGENT: { objective: 3, agent_execution: [] } },
      metadata: { hops: 1, role: "owner" },
    };
    expect(envelopeFacts(odd as never)).toEqual({
      role: null,
      objective: null,
      planStep: null,
      plan: null,
      execution: null,
      hops: [],
    });
  });
});
