/** A policy question about one hop, and its answer. */
import * as z from "zod/mini";
import { parseJson } from "../read-json.ts";

export const PolicyOutcome = z.enum(["allow", "would_deny", "needs_approval", "deny"]);
export type PolicyOutcome = z.infer<typeof PolicyOutcome>;

/** What became of a call that was left for the person. `waiting`: they have not decided. */
export const ApprovalState = z.enum(["waiting", "approved", "declined", "expired"]);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** Who wants to do what, in which context. The context comes from the envelope and the tool's label. */
export type HopQuestion = {
  /** Node id of the calling hop, e.g. `general`, `ums`. */
  principal: string;
  action: { kind: "tool" | "agent"; name: string };
  context: {
    /** Role of the person who chats. Null or absent if the envelope names none. */
    role?: string | null;
    objective: string | null;
    planStep: string | null;
    /** Plan of this run. Null or absent if the envelope holds none. */
    plan?: { steps: number; agents: readonly string[]; tools: readonly string[] } | null;
    /** The calls that ran so far, by the tool's name; null or absent where the envelope holds none. */
    execution?: {
      calls: number;
      tools: readonly string[];
      failed: readonly string[];
      denied: readonly string[];
    } | null;
    /** Node ids of the hops that the request has passed, first to last. */
    hops?: readonly string[];
    riskTags: readonly string[];
    egressDomain: string | null;
    writes: boolean;
    /** True where the person approved exactly this call. */
    approved: boolean;
    /** Where a call comes from; absent for what is no call of a tool. */
    from?: {
      /** See `Origin`. */
      origins: readonly string[];
      trust: string;
      inPersonsWords: boolean;
      /** By the argument's name. */
      argumentOrigins: Readonly<Record<string, string>>;
      addressIsKnown: boolean | null;
      sendsPrivate: string | null;
    };
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

/** Where a call comes from, as the log keeps it. Origins as in `Origin`. */
export const CallFrom = z.strictObject({
  trust: z.string(),
  inPersonsWords: z.boolean(),
  addressIsKnown: z.nullable(z.boolean()),
  sendsPrivate: z.nullable(z.string()),
  /** The arguments whose value stands in a foreign text alone, with that text's origin. */
  foreignArguments: z.array(z.strictObject({ name: z.string(), origin: z.string() })),
  /** The foreign sentence that may have asked for a writing call. */
  resembling: z.nullable(z.strictObject({ sentence: z.string(), origin: z.string() })),
});
export type CallFrom = z.infer<typeof CallFrom>;

/** A call that waits for the person: the question, and what is needed to run it after approval. */
export type PendingApproval = {
  question: string;
  tool: string;
  /** What the agent needs to continue; JSON, hidden, sanitised. */
  resume: unknown;
};

/** The person's decision on a pending approval, as part of a turn. */
export type ApprovalDecision = {
  approvalId: string;
  decision: "approved" | "declined";
  resume: unknown;
  /** A `ChangedCall` as stored; null or absent where the call runs as it was asked for. */
  changed?: string | null;
  /**
   * Set where this turn is a retry and the call had started before: its result as the model got it, or null where its
   * outcome is unknown. A writing call does not run again.
   */
  ran?: { result: string | null } | null;
};

/** One argument that the person changed. `before` and `after` are JSON, with numbers as they were written. */
const ChangedArgument = z.strictObject({ path: z.string(), before: z.string(), after: z.string() });

/** A call that the person changed before they approved it: what runs in its place, and what was changed. */
export const ChangedCall = z.strictObject({
  /** Random: the trail holds a digest of all this, which must not give it away. */
  salt: z.string(),
  /** All arguments of the call that runs, as JSON. */
  arguments: z.string(),
  changes: z.array(ChangedArgument).check(z.minLength(1)),
});
export type ChangedCall = z.infer<typeof ChangedCall>;

/**
 * @param stored as the approval has it
 * @returns null where nothing was changed
 * @throws where it cannot be read: the call as it was before is not what the person approved
 */
export function readChangedCall(stored: string | null | undefined): ChangedCall | null {
  return stored == null ? null : ChangedCall.parse(parseJson(stored));
}
