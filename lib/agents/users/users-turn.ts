/** Types of one turn of the users agent: its input and its result. */
import "server-only";
import { z } from "zod";
import type { AnalyticsKey } from "../../agent-state/agent-variables.ts";
import type { ApprovalDecision, PendingApproval } from "../../contracts/run/hop-decision.ts";
import type { RunFigures, RunPorts } from "../../contracts/run/run-work.ts";
import type { UsersState } from "../../hidden-state/state-schemas.ts";
import type { LoopEnd } from "../loop/loop-types.ts";
import type { RunSources } from "../run-sources.ts";
import type { Governance, HopTrace, TaskIdentity } from "../task-parts.ts";

export type UsersTurn = {
  who: Pick<TaskIdentity, "runId">;
  stored: UsersState | null;
  /** True where another branch of the chat goes on from `stored`, too: then this turn begins a conversation of its own. */
  isShared?: boolean;
  /** The person's message without secrets. */
  text: string;
  /** What the person asks of every answer. Absent or empty: nothing. */
  instructions?: string;
  /** Results of earlier steps of the turn, without secrets. Absent: none. */
  known?: readonly string[];
  approval: ApprovalDecision | null;
  /** The answer whose rest the service is asked for. Absent or null: it is asked for an answer. */
  soFar?: string | null;
  /** The agent's own hop is the parent of the service's hops, and the source of the envelope. */
  trace: HopTrace;
  /** The sources of the run. Absent: nothing is cited. */
  sources?: RunSources;
  ports: RunPorts;
  governance: Pick<Governance, "gateway" | "ready" | "steps">;
  service: {
    baseUrl: string;
    serviceKey: string;
    /** Signs the envelope. */
    stateKey: string;
    /** Analytics that the envelope may contain. Absent: none. */
    analytics?: readonly AnalyticsKey[];
    /** Time limit for one whole answer. */
    maxMs: number;
  };
};

export type UsersTurnResult = {
  end: LoopEnd;
  /** The conversation to store, with how far it reaches where that is known; null if none could be opened. */
  state: UsersState | null;
  /** True if the stored conversation was gone. */
  replaced: boolean;
  approval: PendingApproval | null;
  figures: RunFigures;
  /** The claims of the service's agent, unchecked. */
  claims?: unknown;
};

/** What a pending approval needs to continue. It is valid only for the conversation that asked. */
export const ApprovalResume = z.strictObject({
  ums_conversation_id: z.guid(),
  ums_approval_id: z.guid(),
  /** Of a call whose arguments the person may change. */
  arguments: z.optional(z.string()),
});
export type ApprovalResume = z.infer<typeof ApprovalResume>;
