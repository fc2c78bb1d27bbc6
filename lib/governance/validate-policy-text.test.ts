import { describe, expect, it } from "vitest";
import { compilePolicies } from "./compile-policies.ts";
import { decideHop } from "./decide-hop.ts";
import { DEFAULT_POLICIES } from "./default-policies.ts";
import { validatePolicyText } from "./validate-policy-text.ts";

const when = (condition: string) => `forbid (principal, action, resource) when { ${condition} };`;

describe("validatePolicyText", () => {
  it.each(DEFAULT_POLICIES)("finds nothing to say of the default $name", ({ text }) => {
    expect(validatePolicyText(text)).toEqual({ ok: true, warnings: [] });
  });

  it.each([
    ["not a policy", "hello"],
    ["nothing", "// only a comment"],
    ["an attribute that no question has", when("context.mood == 1")],
    ["an optional attribute without a look first", when(`context.egressDomain == "x"`)],
    ["a wrong type", when("context.writes > 3")],
    ["an unknown kind of node", `permit (principal == Person::"a", action, resource);`],
    ["an action of no kind", `forbid (principal, action == Action::"delete", resource);`],
    ["an action of no kind in a condition", when(`action == Action::"delete"`)],
    ["a template", "permit (principal == ?principal, action, resource);"],
    ["an unknown annotation", `@mood("bad") ${when("true")}`],
    ["an unknown decision", `@decision("maybe") ${when("true")}`],
    ["a decision on a permit", `@decision("needs_approval") permit (principal, action, resource);`],
    ["too much text", `${when("true")} // ${"x".repeat(16_000)}`],
  ])("refuses %s", (_, text) => {
    const check = validatePolicyText(text);
    expect(check.ok).toBe(false);
    if (!check.ok) expect(check.errors.join()).not.toBe("");
  });

  it("warns of a policy that can never hold", () => {
    const check = validatePolicyText(`permit (principal, action, resource) when { false };`);
    expect(check.ok && check.warnings).toHaveLength(1);
  });

  it.each([
    ["brackets", `${"(".repeat(5_000)}true${")".repeat(5_000)}`],
    [
      "brackets behind a comment that closes as many",
      `// ${")".repeat(200)}\n${"(".repeat(200)}true`,
    ],
    ["a long sum", `${"1 + ".repeat(3_000)}1 == 1`],
    ["a long path", `context${".a".repeat(3_000)}`],
    ["a long ladder", `${"if true then true else ".repeat(600)}true`],
    ["a long chain", `${"true && ".repeat(1_500)}true`],
  ])("refuses %s that would overrun the engine, and goes on deciding", (_, condition) => {
    expect(validatePolicyText(when(condition)).ok).toBe(false);
    const rows = DEFAULT_POLICIES.map((policy) => ({ ...policy, version: 1 }));
    const context = { objective: null, planStep: null, egressDomain: null, riskTags: [] };
    const decision = decideHop(compilePolicies(rows), {
      principal: "general",
      action: { kind: "tool", name: condition.slice(0, 8) },
      context: { ...context, writes: false, approved: false },
    });
    expect(decision.outcome).toBe("allow");
  });
});
