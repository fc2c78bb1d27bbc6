import "server-only";
/** Builds the task of one agent: its own state, this turn's message and files, and nothing of other agents. */
import type { AgentOutcome, AgentTask } from "../agents/agent.ts";
import type { AgentDescriptor } from "../agents/define-agent.ts";
import { readAttachment } from "../db/attachments/read-attachment.ts";
import { getConversation } from "../db/conversations/get-conversation.ts";
import { listAgentAnswers } from "../db/conversations/list-agent-answers.ts";
import { listContextDeltas } from "../db/memory/list-context-deltas.ts";
import type { CreatedTurn, TurnFile } from "../db/turns/created-turn.ts";
import type { VisibleTurn } from "../hidden-state/exchanges/select-exchanges.ts";
import type { ToolFile } from "../tools/tool.ts";

type Given = Pick<
  AgentTask,
  "ports" | "hops" | "hop" | "replacedRunId" | "sharedContext" | "approval"
>;

/** @param earlier outcomes of agents earlier in this turn; the same agent continues from its own newest state */
export function toAgentTask(
  turn: CreatedTurn,
  agent: AgentDescriptor,
  given: Given,
  earlier: readonly AgentOutcome[],
): AgentTask {
  const { runId, conversationId, userMessageId, text, files } = turn;
  const agentId = agent.id;
  return {
    ...given,
    agent,
    actor: actorOf(turn),
    runId,
    conversationId,
    userMessageId,
    text,
    attachedUrls: files.filter((file) => file.current).map(fileUrl),
    files: files.map((file) => toToolFile(turn, file)),
    ...leftBehind(turn, agentId, earlier),
    visibleTurns: () => visibleTurns(turn, agentId),
    contextDeltas: () => listContextDeltas(actorOf(turn), conversationId, agentId),
    input: null,
  };
}

/** An agent's newest state, and how many changes it had in this turn. */
function leftBehind(
  { states }: CreatedTurn,
  agentId: string,
  earlier: readonly AgentOutcome[],
): Pick<AgentTask, "stored" | "deltasBefore"> {
  const kept = earlier.map(({ artifacts }) => artifacts);
  const isOwn = (of: { agentId: string }) => of.agentId === agentId;
  const newest = kept.flatMap(({ newStates = [] }) => newStates).findLast(isOwn);
  const deltas = kept.flatMap(({ contextDeltas = [] }) => contextDeltas).filter(isOwn);
  const stored = newest ? { version: newest.version, state: newest.state } : states[agentId];
  return { stored: stored ?? null, deltasBefore: deltas.length };
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
    if (message.role !== "user" || !runId) return [];
    return [{ runId, question: message.content, answer: answer.content }];
  });
}
