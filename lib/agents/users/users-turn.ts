import "server-only";
/** One turn of the users agent: what it is given, and what it comes to. */
import { z } from "zod";
import type { AnalyticsKey } from "../../agent-state/agent-variables.ts";
import type { ApprovalDecision, PendingApproval } from "../../contracts/run/hop-decision.ts";
import type { RunPorts } from "../../contracts/run/run-work.ts";
import type { UsersState } from "../../hidden-state/state-schemas.ts";
import type { LoopEnd, LoopFigures, StepLinks } from "../loop/loop-types.ts";
import type { Hop, Hops } from "../record-hops.ts";

export type UsersTurn = {
  runId: string;
  stored: UsersState | null;
  /** The person's words, with secrets taken out. */
  text: string;
  approval: ApprovalDecision | null;
  /** The users agent's own hop: the service's hops stand below it, its envelope travels. */
  hop: Hop;
  hops: Hops;
  steps?: StepLinks;
  ports: RunPorts;
  service: {
    baseUrl: string;
    serviceKey: string;
    /** Signs the envelope. */
    stateKey: string;
    /** Analytics that may leave with the envelope. Absent: none. */
    analytics?: readonly AnalyticsKey[];
    /** For one whole answer. */
    maxMs: number;
  };
};

export type UsersTurnResult = {
  end: LoopEnd;
  /** The conversation to use from now on; null where none could be opened. */
  conversationId: string | null;
  /** True where the stored one was gone. */
  replaced: boolean;
  approval: PendingApproval | null;
  figures: LoopFigures;
  /** What the service's agent says of itself, as it came. */
  claims?: unknown;
};

/** What a pending approval needs to go on. It is good for the conversation that asked, and for no other. */
export const ApprovalResume = z.strictObject({
  ums_conversation_id: z.guid(),
  ums_approval_id: z.guid(),
});
export type ApprovalResume = z.infer<typeof ApprovalResume>;
