import { describe, expect, it } from "vitest";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { accessAs } from "../testing/access-as.ts";
import { projectPlan } from "./inspect-plan.ts";
import { hopBegan, planMade, planStep, ranAs, shaOf } from "./testing/planned-events.ts";

function inspectClaims(claims: unknown, access: PayloadAccess = accessAs("full")) {
  const bodies: LogEventBody[] = [
    hopBegan("h1", null, "agent", "general"),
    planMade([planStep("s1", "agent", "general")]),
    hopBegan("h2", "h1", "tool", "python"),
    ranAs("h2", null, "tool", "python@1", { actualArgsSha256: shaOf("real") }),
    hopBegan("h3", "h1", "tool", "fetch"),
    ranAs("h3", null, "tool", "fetch@1", { status: "failed" }),
    ranAs("h1", "s1", "agent", "general"),
    { type: "execution.claimed", hopRef: "h1", agentId: "general", claims },
  ];
  const events = bodies.map(({ type, ...payload }, index) => ({
    seq: index + 1,
    at: new Date(index),
    type,
    payload,
  }));
  return projectPlan(
    "00000000-0000-4000-8000-000000000001",
    { status: "complete", deviation: 0, approvals: [], events },
    access,
  );
}

describe("what an agent says of itself", () => {
  it("stands beside what ran, with everything in which the two differ", () => {
    const { claims } = inspectClaims({
      version: 1,
      runs: [
        { tool_invoked: "python@1", status: "ok", actual_args_sha256: shaOf("told") },
        { tool_invoked: "erase@1", status: "ok" },
      ],
    });
    const seen = claims.map(({ verdicts, ran, claimedStatus }) => [
      verdicts,
      ran?.hopRef,
      claimedStatus,
    ]);
    expect(seen).toEqual([
      [["other-arguments"], "h2", "ok"],
      [["did-not-run"], undefined, "ok"],
      [["not-claimed"], "h3", null],
    ]);
  });

  it("agrees where it is the truth", () => {
    const { claims } = inspectClaims({
      version: 1,
      runs: [
        { tool_invoked: "python", status: "ok", actual_args_sha256: shaOf("real") },
        { tool_invoked: "fetch", status: "error" },
      ],
    });
    expect(claims.map(({ verdicts }) => verdicts)).toEqual([["agrees"], ["agrees"]]);
  });

  it("changes no score, and reaches an auditor masked", () => {
    const claims = { version: 1, runs: [{ tool_invoked: "secret words", status: "ok" }] };
    const masked = inspectClaims(claims, accessAs("masked"));
    expect(JSON.stringify(masked)).not.toContain("secret words");
    expect(masked.claims[0]).toMatchObject({
      verdicts: ["did-not-run"],
      claim: { withheld: "masked" },
    });
    expect(masked.figures).toEqual(inspectClaims({ version: 1, runs: [] }).figures);
  });

  it("is shown as it came where it cannot be read", () => {
    const [claim] = inspectClaims("all well").claims;
    expect(claim).toMatchObject({
      verdicts: ["unreadable"],
      claim: { value: "all well" },
      ran: null,
    });
  });
});
