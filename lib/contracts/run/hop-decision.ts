/** A policy question about one hop, and its answer. */
import { z } from "zod";

export const PolicyOutcome = z.enum(["allow", "would_deny", "needs_approval", "deny"]);
export type PolicyOutcome = z.infer<typeof PolicyOutcome>;

/** Who wants to do what, in which circumstances. The circumstances come from the envelope and the tool's label. */
export type HopQuestion = {
  /** Node id of the hop that calls, e.g. `general`, `ums`. */
  principal: string;
  action: { kind: "tool" | "agent"; name: string };
  context: {
    objective: string | null;
    planStep: string | null;
    riskTags: readonly string[];
    egressDomain: string | null;
    writes: boolean;
    /** True where the person approved exactly this call. */
    approved: boolean;
  };
};

export const HopDecision = z.strictObject({
  outcome: PolicyOutcome,
  /** The policies that decided, `name@version`; empty where the default did. */
  policies: z.array(z.string()),
  /** For the log and the inspector. */
  reason: z.string(),
});
export type HopDecision = z.infer<typeof HopDecision>;

/** A call that waits for the person: what to ask, and what to do when the answer is yes. */
export type PendingApproval = {
  question: string;
  tool: string;
  /** What the agent needs to go on; JSON, hidden, sanitised. */
  resume: unknown;
};

/** The person's word on a pending approval, as a turn carries it. */
export type ApprovalDecision = {
  approvalId: string;
  decision: "approved" | "declined";
  resume: unknown;
  /**
   * Set where the turn is tried again and the call was begun before: its result as the model got it; null where
   * nobody can say what became of it. What writes does not run again.
   */
  ran?: { result: string | null } | null;
};
