/** Builds the task of one agent: its own memory, this turn's message and files, and never another agent's memory. */
import "server-only";
import type { AgentDescriptor, AgentOutcome, AgentTask, StoredMemory } from "../agents/agent.ts";
import { factsIdOf } from "../agents/facts/facts-state.ts";
import { PictureType } from "../contracts/pictures.ts";
import { originOfText, ownWords } from "../contracts/public/person/pasted-parts.ts";
import { readAttachment } from "../db/attachments/read-attachment.ts";
import { getConversation } from "../db/conversations/get-conversation.ts";
import { listContextDeltas } from "../db/conversations/list-understood.ts";
import { listAgentAnswers } from "../db/runs/list-agent-answers.ts";
import { listEarlierCalls } from "../db/runs/list-earlier-calls.ts";
import type { CreatedTurn } from "../db/turns/created-turn.ts";
import type { TurnFile } from "../db/turns/turn-memory.ts";
import { settings } from "../env/settings.ts";
import type { VisibleTurn } from "../hidden-state/exchanges.ts";
import type { ToolFile } from "../tools/tool.ts";

/** What the step adds to the turn: its input, and the decision that it waited for. */
type TaskStep = Pick<AgentTask["given"], "input" | "approval" | "sharedContext"> & {
  /** Where the plan and the shared names come from. */
  origins: Pick<AgentTask["given"]["origins"], "objective" | "shared">;
} & Pick<AgentTask["who"], "replacedRunId"> & {
    /** Outcomes of agents earlier in this turn. The same agent continues from its own newest state. */
    earlier: readonly AgentOutcome[];
    /** Tool calls of the turn so far. */
    toolCallsBefore: number;
  };

export function toAgentTask(
  turn: CreatedTurn,
  agent: AgentDescriptor,
  { input, approval, sharedContext, origins, replacedRunId, earlier, toolCallsBefore }: TaskStep,
  {
    trace,
    sources,
    ports,
    governance,
  }: Pick<AgentTask, "trace" | "sources" | "ports" | "governance">,
): AgentTask {
  const { runId, conversationId, userMessageId, text, pasted, files } = turn;
  const current = files.filter((file) => file.current);
  const isPicture = ({ mediaType }: TurnFile) => PictureType.safeParse(mediaType).success;
  const { AGENT_MAX_ROUNDS: maxRounds, AGENT_MAX_MS: maxMs, TURN_MAX_TOOL_CALLS } = settings();
  const maxToolCalls = Math.max(0, TURN_MAX_TOOL_CALLS - toolCallsBefore);
  return {
    agent,
    who: { runId, conversationId, userMessageId, actor: actorOf(turn), replacedRunId },
    given: {
      text,
      ownWords: ownWords(text, pasted),
      input,
      attachedUrls: current.map(fileUrl),
      pictures: current.filter(isPicture).map((file) => toToolFile(turn, file)),
      files: files.map((file) => toToolFile(turn, file)),
      instructions: turn.preferences.instructions,
      soFar: turn.continued?.text ?? null,
      approval,
      sharedContext,
      // Whoever named the files did not write the message.
      origins: {
        text: current.length > 0 ? "person-file" : originOfText(pasted),
        objective: origins.objective,
        shared: origins.shared,
        instructions: turn.preferences.origin,
      },
    },
    memory: {
      own: memoryOf(turn, agent.id, earlier),
      facts: memoryOf(turn, factsIdOf(agent.id), earlier),
      said: turn.said,
      visibleTurns: () => visibleTurns(turn, agent.id),
      earlierCalls: (tool) => listEarlierCalls(actorOf(turn), turn, tool),
    },
    trace,
    sources,
    ports,
    governance,
    limits: { maxRounds, maxMs, maxToolCalls },
  };
}

/** An agent's newest state, how many changes it had in this turn, and those that are recorded. */
export function memoryOf(
  turn: CreatedTurn,
  agentId: string,
  earlier: readonly AgentOutcome[] = [],
): StoredMemory {
  const kept = earlier.map(({ artifacts }) => artifacts);
  const isOwn = (of: { agentId: string }) => of.agentId === agentId;
  const newest = kept.flatMap(({ newStates = [] }) => newStates).findLast(isOwn);
  const deltas = kept.flatMap(({ contextDeltas = [] }) => contextDeltas).filter(isOwn);
  const stored = newest
    ? { version: newest.version, state: newest.state, shared: false }
    : turn.states[agentId];
  return {
    stored: stored ?? null,
    nextVersion: Math.max(turn.newestVersions[agentId] ?? 0, newest?.version ?? 0) + 1,
    deltasBefore: deltas.length,
    contextDeltas: () => listContextDeltas(actorOf(turn), turn.conversationId, agentId),
    // What was stored earlier in this turn is without them.
    forgotten: newest ? [] : turn.forgotten,
    isServiceBehind: !newest && turn.isServiceBehind,
  };
}

/** The download address of a file, the same that the person uses. */
function fileUrl({ id, name }: TurnFile): string {
  return `/api/attachments/${id}/${encodeURIComponent(name)}`;
}

function toToolFile(turn: CreatedTurn, { id, name, mediaType, sizeBytes }: TurnFile): ToolFile {
  const load = async () => (await readAttachment(actorOf(turn), id)).data;
  return { id, name, mediaType, sizeBytes, load };
}

/** The agent acts for the person whose turn it is, and may read what that person may read. */
function actorOf(turn: CreatedTurn) {
  return { userId: turn.userId, role: "user" } as const;
}

/** The turns that this agent answered alone. Other agents' answers are not its memory. */
async function visibleTurns(turn: CreatedTurn, agentId: string): Promise<VisibleTurn[]> {
  const { conversationId } = turn;
  const [{ messages }, runs] = await Promise.all([
    getConversation(actorOf(turn), conversationId),
    listAgentAnswers(actorOf(turn), conversationId, agentId),
  ]);
  return messages.flatMap((message, index) => {
    const answer = messages[index + 1];
    const runId = answer && runs.get(answer.id);
    if (message.role !== "user" || !runId || turn.forgotten.includes(runId)) return [];
    return [{ runId, question: message.content, answer: answer.content }];
  });
}
