import "server-only";
/** A turn as the data layer hands it to the run: ids, the person's words, stored memory. */
import type { ApprovalDecision } from "../../contracts/run/hop-decision.ts";

export type StoredState = { version: number; state: unknown };
export type TurnFile = {
  id: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
  /** True where it came with this turn's message. */
  current: boolean;
};

export type CreatedTurn = {
  conversationId: string;
  userMessageId: string;
  answerMessageId: string;
  runId: string;
  userId: string;
  agentId: string;
  /** The person's message. */
  text: string;
  startedAt: Date;
  /** Newest stored hidden state by agent, as stored: it is validated by whoever decodes it. */
  states: Readonly<Record<string, StoredState>>;
  files: readonly TurnFile[];
  /** The person's decision on what an agent asked, where this turn is that. */
  approval: TurnApproval | null;
};

export type TurnApproval = ApprovalDecision & {
  agentId: string;
  /** The rest of the plan that waited for this decision, as stored: whoever resumes it decodes it. */
  suspendedPlan?: unknown;
  /** Set where the turn is tried again and the step that asked was done before: what it came to. */
  answered?: string | null;
};

type CreatedRow = {
  approval?: TurnApproval | null;
  /** Null where no run began. */
  started_at: Date | null;
  states: Record<string, StoredState> | null;
  files: TurnFile[] | null;
};

type Known = Omit<CreatedTurn, "startedAt" | "states" | "files" | "approval">;

/** Puts a row's memory beside the ids that the statement was given. */
export function toCreatedTurn(row: CreatedRow, known: Known): CreatedTurn {
  return {
    ...known,
    startedAt: row.started_at ?? new Date(),
    states: row.states ?? {},
    files: row.files ?? [],
    approval: row.approval ?? null,
  };
}
