/** A created turn as the run receives it: ids, the person's message, stored memory. */
import "server-only";
import type { Role } from "../../access/actor.ts";
import type { SaidTurn } from "../../context-state/quotes-turn.ts";
import type { Origin } from "../../contracts/model/origin.ts";
import type { Pasted } from "../../contracts/public/person/pasted-parts.ts";
import type { PublicSource } from "../../contracts/public/sources/public-source.ts";
import type { ApprovalDecision } from "../../contracts/run/hop-decision.ts";
import type { TurnPlace } from "../../contracts/run/logged-turn.ts";
import type { StepResult } from "../../contracts/run/suspended-plan.ts";
import { isOwnState, tellForgedState } from "../audit/runs/own-states.ts";
import type { SpentBefore } from "../limits/run-limits.ts";
import { judgeInstructions } from "./own-instructions.ts";
import type {
  StateProof,
  StoredPreferences,
  StoredState,
  TurnFile,
  TurnMemory,
} from "./turn-memory.ts";

/** What the person of a turn has chosen for all of theirs. */
type TurnPreferences = {
  /** Empty for none, and where somebody else wrote them. */
  instructions: string;
  /** Where the instructions come from. */
  origin: Origin;
  /** The id of an offered connection; null for the operator's own choice. */
  model: string | null;
};

export type CreatedTurn = {
  conversationId: string;
  userMessageId: string;
  answerMessageId: string;
  runId: string;
  userId: string;
  /** The role of the person's session, for policies. */
  role: Role;
  agentId: string;
  /** The person's message. */
  text: string;
  /** Which stretches of it are not the person's own words. */
  pasted: Pasted;
  place: TurnPlace;
  startedAt: Date;
  /** The newest hidden state of each agent on the path before this turn, raw. Decoding validates it. */
  states: Readonly<Record<string, StoredState>>;
  /** The number of each agent's newest state in the conversation, on whichever branch. */
  newestVersions: Readonly<Record<string, number>>;
  files: readonly TurnFile[];
  /** The runs whose exchanges have left memory: no prompt holds them. */
  forgotten: readonly string[];
  /** True where the service has not confirmed yet that it forgot one of them. */
  isServiceBehind: boolean;
  /** What was said before it, where structured memory is forced; else empty: nothing compares with it. */
  said: readonly SaidTurn[];
  /** The person's decision on an agent's question, if this turn is one. */
  approval: TurnApproval | null;
  preferences: TurnPreferences;
  /** What its person had spent when it began. */
  spent: SpentBefore;
  /** The answer that this turn continues, if it does. */
  continued: ContinuedAnswer | null;
};

/** An answer that is not whole, and what was known when it was written. */
export type ContinuedAnswer = {
  fromRunId: string;
  /** Who wrote it. */
  agentId: string;
  /** The answer so far, as the person read it. */
  text: string;
  sources: readonly PublicSource[];
  /** The results that the coordinator composed it out of; empty where one agent answered alone. */
  results: readonly StepResult[];
};

export type TurnApproval = ApprovalDecision & {
  agentId: string;
  /** The suspended plan that waited for this decision, raw. Resuming decodes it. */
  suspendedPlan?: unknown;
  /** On a retry: the earlier result of the step that asked, if it has one. */
  answered?: string | null;
  /** It is not as the application stored it: nothing runs. */
  isForged?: true;
};

type CreatedRow = TurnMemory & {
  approval?: TurnApproval | null;
  /** Null if no run was created. */
  started_at: Date | null;
  preferences: StoredPreferences | null;
};

/** A turn as it is known before its row is read. */
export type KnownTurn = Omit<
  CreatedTurn,
  | "startedAt"
  | "states"
  | "newestVersions"
  | "files"
  | "forgotten"
  | "isServiceBehind"
  | "said"
  | "approval"
  | "continued"
  | "preferences"
>;

/** A turn of which nothing was compared with its MACs yet. */
export type UnjudgedTurn = Omit<CreatedTurn, "states" | "preferences"> & {
  preferences: StoredPreferences;
  states: Readonly<Record<string, Omit<StoredState, "isForged"> & StateProof>>;
};

/**
 * Sets aside what the application did not write. Asks the database only where it must: to be called where no connection is held.
 */
export async function judgeStored({
  states,
  preferences,
  ...turn
}: UnjudgedTurn): Promise<CreatedTurn> {
  const { conversationId } = turn;
  const judged = Object.entries(states).map(
    async ([agentId, { runId, bytes, mac, version, state, shared }]) => {
      const stored = { conversationId, agentId, version, runId, bytes, state };
      if (await isOwnState({ ...stored, mac: mac === null ? null : Buffer.from(mac, "hex") }))
        return [agentId, { version, state, shared }] as const;
      tellForgedState({ runId });
      return [agentId, { version, state: null, shared, isForged: true as const }] as const;
    },
  );
  return {
    ...turn,
    states: Object.fromEntries(await Promise.all(judged)),
    preferences: await judgePreferences(turn, preferences),
  };
}

async function judgePreferences(
  { userId }: Pick<CreatedTurn, "userId">,
  { instructions, mac, model }: StoredPreferences,
): Promise<TurnPreferences> {
  const stored = { userId, instructions, mac: mac === null ? null : Buffer.from(mac, "hex") };
  return { ...(await judgeInstructions(stored)), model };
}

/** Combines the row's memory with the known ids. */
export function toCreatedTurn(
  row: CreatedRow,
  known: KnownTurn,
  continued: ContinuedAnswer | null = null,
): UnjudgedTurn {
  const newest = Object.entries(row.states ?? {});
  return {
    ...known,
    startedAt: row.started_at ?? new Date(),
    states: Object.fromEntries(
      newest.flatMap(([agentId, { version, state, shared = false, ...proof }]) => {
        const { runId = null, bytes = 0, mac = null } = proof;
        return version === undefined
          ? []
          : [[agentId, { version, state, shared, runId, bytes, mac }]];
      }),
    ),
    newestVersions: Object.fromEntries(newest.map(([agentId, { newest }]) => [agentId, newest])),
    files: row.files ?? [],
    forgotten: (row.forgotten ?? []).map(({ runId }) => runId),
    isServiceBehind: (row.forgotten ?? []).some(({ told }) => !told),
    said: row.said ?? [],
    preferences: row.preferences ?? { instructions: "", mac: null, model: null },
    approval: row.approval ?? null,
    continued,
  };
}
