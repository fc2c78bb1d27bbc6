import { describe, expect, it } from "vitest";
import { compilePolicies } from "./compile-policies.ts";
import { decideHop } from "./decide-hop.ts";
import { defaultPolicies } from "./default-policies.ts";

const when = (condition: string) => `forbid (principal, action, resource) when { ${condition} };`;
const brokenIn = (text: string) =>
  compilePolicies([{ name: "untrusted", version: 1, text, mode: "enforce" }]).broken;

describe("a policy text", () => {
  it.each([
    ["not a policy", "hello"],
    ["nothing", "// only a comment"],
    ["an action of no kind", `forbid (principal, action == Action::"delete", resource);`],
    ["an action of no kind in a condition", when(`action == Action::"delete"`)],
    ["a template", "permit (principal == ?principal, action, resource);"],
    ["an unknown annotation", `@mood("bad") ${when("true")}`],
    ["an unknown decision", `@decision("maybe") ${when("true")}`],
    ["a decision on a permit", `@decision("needs_approval") permit (principal, action, resource);`],
    ["too much text", `${when("true")} // ${"x".repeat(16_000)}`],
  ])("is refused if it is or has %s", (_, text) => {
    expect(brokenIn(text)).toEqual([
      { ref: "untrusted@1", mode: "enforce", why: expect.stringMatching(/./) },
    ]);
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
  ])("is refused with %s that would overrun the engine, which goes on deciding", (_, condition) => {
    expect(brokenIn(when(condition))).toHaveLength(1);
    const rows = defaultPolicies({ DIRECTORY_BY_ROLE: true }).map((policy) => ({
      ...policy,
      version: 1,
    }));
    const context = { objective: null, planStep: null, egressDomain: null, riskTags: [] };
    const decision = decideHop(compilePolicies(rows), {
      principal: "general",
      action: { kind: "tool", name: condition.slice(0, 8) },
      context: { ...context, writes: false, approved: false },
    });
    expect(decision.outcome).toBe("allow");
  });
});
