import { describe, expect, it } from "vitest";
import type { HopQuestion } from "../contracts/run/hop-decision.ts";
import { compilePolicies } from "./compile-policies.ts";
import { decideHop } from "./decide-hop.ts";
import { defaultPolicies } from "./default-policies.ts";
import { checkPolicyText } from "./testing/check-policy-text.ts";

const policies = compilePolicies(
  defaultPolicies({ DIRECTORY_BY_ROLE: true }).map((policy) => ({ ...policy, version: 1 })),
);

function decide(
  principal: string,
  action: HopQuestion["action"],
  context: Partial<HopQuestion["context"]> = {},
) {
  const rest = { objective: null, planStep: null, egressDomain: null, riskTags: [], writes: false };
  return decideHop(policies, {
    principal,
    action,
    context: { ...rest, approved: false, ...context },
  });
}

const tool = (name: string) => ({ kind: "tool" as const, name });

describe("the default policies", () => {
  it.each(defaultPolicies({ DIRECTORY_BY_ROLE: true }))(
    "fit the schema of what hops ask: $name",
    ({ text }) => {
      expect(checkPolicyText(text)).toEqual([]);
    },
  );

  it.each([
    ["an attribute that no question has", "forbid", "context.mood == 1"],
    ["an optional attribute without a look first", "forbid", `context.egressDomain == "x"`],
    ["a wrong type", "forbid", "context.writes > 3"],
    ["an unknown kind of node", "forbid", `principal == Person::"a"`],
    ["a policy that can never hold", "permit", "false"],
  ])("would not fit it with %s", (_, effect, condition) => {
    const text = `${effect} (principal, action, resource) when { ${condition} };`;
    expect(checkPolicyText(text)).not.toEqual([]);
  });

  it.each([
    ["create_person", []],
    ["delete_person", ["changes-people"]],
    ["update_person", []],
    ["rename_somebody", ["changes-people"]],
  ])("want approval for %s", (name, riskTags) => {
    const context = { role: "admin", riskTags, writes: true };
    expect(decide("ums", tool(name), context)).toMatchObject({
      outcome: "needs_approval",
      policies: ["people-changes-need-approval@1"],
    });
    expect(decide("ums", tool(name), { ...context, approved: true }).outcome).toBe("allow");
  });

  it("keep Python off the network, approved or not", () => {
    const context = { riskTags: ["code-execution"], approved: true };
    expect(decide("general", tool("python_interpreter"), context).outcome).toBe("allow");
    for (const riskTags of [["code-execution"], []])
      expect(
        decide("general", tool("python_interpreter"), {
          riskTags,
          egressDomain: "a.example",
          approved: true,
        }),
      ).toMatchObject({ outcome: "deny", policies: ["python-stays-offline@1"] });
    expect(
      decide("general", tool("other"), { ...context, egressDomain: "a.example" }).outcome,
    ).toBe("deny");
  });

  it("want approval for a foreign tool that writes, and none for one that reads", () => {
    const context = { riskTags: ["mcp"], egressDomain: "mcp.example" };
    expect(decide("general", tool("mcp_x_add"), { ...context, writes: true }).outcome).toBe(
      "needs_approval",
    );
    expect(decide("general", tool("mcp_x_get"), context).outcome).toBe("allow");
  });

  it("allow everything else, naming the policy that does", () => {
    const allowed = { outcome: "allow", policies: ["allow-the-rest@1"] };
    expect(decide("general", tool("web_search"), { egressDomain: "search.example" })).toMatchObject(
      allowed,
    );
    expect(decide("coordinator", { kind: "agent", name: "users" })).toMatchObject(allowed);
    expect(decide("ums", tool("list_people"), { role: "user" })).toMatchObject(allowed);
  });

  it.each(["create_person", "update_person", "delete_person"])(
    "let only a role with directory:write use %s, approved or not",
    (name) => {
      const denied = { outcome: "deny", policies: ["directory-by-role@1"] };
      for (const role of ["user", "auditor", null]) {
        expect(decide("ums", tool(name), { role, writes: true })).toMatchObject(denied);
        expect(decide("ums", tool(name), { role, approved: true })).toMatchObject(denied);
      }
      expect(decide("ums", tool(name), { role: "admin" }).outcome).toBe("needs_approval");
      expect(decide("ums", tool(name), { role: "admin", approved: true }).outcome).toBe("allow");
    },
  );

  it("let every role change the directory where the setting says so, after approval", () => {
    const all = defaultPolicies({ DIRECTORY_BY_ROLE: false }).filter(({ enabled }) => enabled);
    const open = compilePolicies(all.map((policy) => ({ ...policy, version: 1 })));
    const context = { objective: null, planStep: null, egressDomain: null, riskTags: [] };
    const ask = (approved: boolean) =>
      decideHop(open, {
        principal: "ums",
        action: tool("create_person"),
        context: { ...context, role: "user", writes: true, approved },
      }).outcome;
    expect([ask(false), ask(true)]).toEqual(["needs_approval", "allow"]);
  });
});
