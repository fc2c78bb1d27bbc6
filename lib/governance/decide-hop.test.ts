import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HopDecision, type HopQuestion } from "../contracts/run/hop-decision.ts";
import type { StoredPolicy } from "../contracts/stored-policy.ts";
import { compilePolicies } from "./compile-policies.ts";
import { decideHop } from "./decide-hop.ts";

type Circumstances = Partial<HopQuestion["context"]>;

function ask(
  name: string,
  context: Circumstances = {},
  kind: "tool" | "agent" = "tool",
): HopQuestion {
  const absent = { objective: null, planStep: null, egressDomain: null };
  const rest = { riskTags: [], writes: false, approved: false };
  return {
    principal: "general",
    action: { kind, name },
    context: { ...absent, ...rest, ...context },
  };
}

const policy = (
  name: string,
  text: string,
  mode: "enforce" | "observe" = "enforce",
): StoredPolicy => ({
  name,
  version: 3,
  text,
  mode,
});

const permitAll = policy("all", "permit (principal, action, resource);");
const forbidEcho = `forbid (principal, action == Action::"call:echo", resource);`;
const askEcho = `@decision("needs_approval") ${forbidEcho}`;
/** Unchecked text may refer to missing attributes. */
const failing = `forbid (principal, action, resource) when { context.nowhere == 1 };`;

describe("decideHop", () => {
  it("allows what is permitted and names the policy with its version", () => {
    const decision = decideHop(compilePolicies([permitAll]), ask("echo"));
    expect(HopDecision.parse(decision)).toMatchObject({ outcome: "allow", policies: ["all@3"] });
  });

  it("denies by default, and then names no policy", () => {
    const decision = decideHop(compilePolicies([]), ask("echo"));
    expect(decision).toEqual({ outcome: "deny", policies: [], reason: "no policy permits it" });
  });

  it("denies what an enforcing policy forbids, and nothing else", () => {
    const policies = compilePolicies([permitAll, policy("no-echo", forbidEcho)]);
    expect(decideHop(policies, ask("echo"))).toMatchObject({
      outcome: "deny",
      policies: ["no-echo@3"],
    });
    expect(decideHop(policies, ask("other")).outcome).toBe("allow");
    expect(decideHop(policies, ask("echo", {}, "agent")).outcome).toBe("allow");
  });

  it("says what an observing policy would have denied, and lets it pass", () => {
    const policies = compilePolicies([permitAll, policy("no-echo", forbidEcho, "observe")]);
    expect(decideHop(policies, ask("echo"))).toMatchObject({
      outcome: "would_deny",
      policies: ["no-echo@3"],
    });
  });

  it("does not take an observing permit for a permit", () => {
    const policies = compilePolicies([policy("all", permitAll.text, "observe")]);
    expect(decideHop(policies, ask("echo")).outcome).toBe("deny");
  });

  it("asks where an approval is wanted, and lets an approved call pass", () => {
    const policies = compilePolicies([permitAll, policy("ask-echo", askEcho)]);
    expect(decideHop(policies, ask("echo"))).toMatchObject({
      outcome: "needs_approval",
      policies: ["ask-echo@3"],
    });
    const approved = decideHop(policies, ask("echo", { approved: true }));
    expect(approved.outcome).toBe("allow");
    expect(approved.reason).toContain("ask-echo@3: approved by the person");
  });

  it("does not let an approval lift a plain forbid, nor stand in for a permit", () => {
    const both = compilePolicies([permitAll, policy("ask", askEcho), policy("no", forbidEcho)]);
    expect(decideHop(both, ask("echo", { approved: true }))).toMatchObject({
      outcome: "deny",
      policies: ["no@3"],
    });
    const none = compilePolicies([policy("ask", askEcho)]);
    expect(decideHop(none, ask("echo", { approved: true })).outcome).toBe("deny");
  });

  it("lets the most severe outcome win, and still says what was observed", () => {
    const rows = [permitAll, policy("watch", forbidEcho, "observe"), policy("ask", askEcho)];
    const decision = decideHop(compilePolicies(rows), ask("echo"));
    expect(decision).toMatchObject({ outcome: "needs_approval", policies: ["ask@3"] });
    expect(decision.reason).toContain("watch@3");
  });

  it("reads the plan where a policy speaks of it", () => {
    const text = `forbid (principal, action, resource)
      when { context has objective && context.objective like "*payroll*" };`;
    const policies = compilePolicies([permitAll, policy("payroll", text)]);
    expect(decideHop(policies, ask("echo", { objective: "read the payroll" })).outcome).toBe(
      "deny",
    );
    expect(decideHop(policies, ask("echo", { objective: "read the news" })).outcome).toBe("allow");
    expect(decideHop(policies, ask("echo")).outcome).toBe("allow");
  });

  it("fails closed where an enforcing policy cannot be evaluated, and records why", () => {
    const closed = decideHop(compilePolicies([permitAll, policy("odd", failing)]), ask("echo"));
    expect(closed).toMatchObject({ outcome: "deny", policies: ["odd@3"] });
    expect(closed.reason).toContain("nowhere");
    const watched = compilePolicies([permitAll, policy("odd", failing, "observe")]);
    expect(decideHop(watched, ask("echo"))).toMatchObject({
      outcome: "would_deny",
      policies: ["odd@3"],
    });
  });

  it("fails closed where a stored policy cannot be read", () => {
    for (const text of [
      "forbid everything",
      "permit(principal, action, resource) when { ".padEnd(900, "("),
    ]) {
      const closed = decideHop(compilePolicies([permitAll, policy("torn", text)]), ask("echo"));
      expect(closed).toMatchObject({ outcome: "deny", policies: ["torn@3"] });
      const watched = compilePolicies([permitAll, policy("torn", text, "observe")]);
      expect(decideHop(watched, ask("echo")).outcome).toBe("would_deny");
    }
    expect(decideHop(compilePolicies([permitAll]), ask("echo")).outcome).toBe("allow");
  });

  it("answers any question, and the same one the same way", () => {
    const rows = [permitAll, policy("ask", askEcho), policy("watch", failing, "observe")];
    const [once, again] = [compilePolicies(rows), compilePolicies([...rows])];
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom("echo", '"', "\u0000", "__proto__", "\ud800"),
    );
    const maybe = fc.option(text);
    const context = fc.record({
      objective: maybe,
      planStep: maybe,
      egressDomain: maybe,
      riskTags: fc.array(text, { maxLength: 4 }),
      writes: fc.boolean(),
      approved: fc.boolean(),
    });
    const action = fc.record({
      kind: fc.constantFrom("tool" as const, "agent" as const),
      name: text,
    });
    fc.assert(
      fc.property(fc.record({ principal: text, action, context }), (question) => {
        const decision = decideHop(once, question);
        expect(decision).toEqual(decideHop(again, question));
        const asked = question.action.kind === "tool" && question.action.name === "echo";
        const waits = asked && !question.context.approved;
        expect(decision.outcome).toBe(waits ? "needs_approval" : "would_deny");
      }),
      { numRuns: 300 },
    );
  });
});
