/** Repairs exchanges: a call without its result, or a result without its call, must not reach a model. */
import type { AssistantEntry, ChatMessage, Exchange, ToolEntry } from "./chat-message.ts";

export type RepairFinding = {
  kind:
    | "before-user"
    | "second-user"
    | "call-without-result"
    | "result-without-call"
    | "repeated-call-id"
    | "repeated-result"
    | "empty-entry";
  runId: string;
  /** Index of the entry in the original exchange. */
  index: number;
  callId: string | null;
};
export type RepairedExchange = {
  /** Null where the exchange has no `user` entry. */
  exchange: Exchange | null;
  findings: RepairFinding[];
};

type Note = (kind: RepairFinding["kind"], index: number, callId?: string) => void;

/** The results that directly follow a round's calls: one per call id, the first one counts. */
function collectResults(messages: ChatMessage[], from: number, callIds: Set<string>, note: Note) {
  const results = new Map<string, ToolEntry>();
  let next = from;
  for (; next < messages.length; next++) {
    const entry = messages[next];
    if (entry?.role !== "tool") break;
    const id = entry.tool_call_id;
    if (!callIds.has(id)) note("result-without-call", next, id);
    else if (results.has(id)) note("repeated-result", next, id);
    else results.set(id, entry);
  }
  return { results, next };
}

/** An assistant entry with only its answered calls, or null where it becomes empty. */
function keepAnsweredCalls(
  entry: AssistantEntry,
  index: number,
  results: Map<string, ToolEntry>,
  note: Note,
): AssistantEntry | null {
  const seen = new Set<string>();
  const calls = (entry.tool_calls ?? []).filter(({ id }) => {
    const repeated = seen.has(id);
    if (repeated) note("repeated-call-id", index, id);
    else if (!results.has(id)) note("call-without-result", index, id);
    seen.add(id);
    return !repeated && results.has(id);
  });
  if (calls.length > 0) {
    return calls.length === entry.tool_calls?.length ? entry : { ...entry, tool_calls: calls };
  }
  if (!entry.content && entry.tool_calls) return null;
  if (entry.content === null) {
    note("empty-entry", index);
    return null;
  }
  return entry.tool_calls ? { role: "assistant", content: entry.content } : entry;
}

/**
 * Drops what cannot be paired. Deterministic and idempotent; valid entries stay the same objects. The result has
 * exactly one `user` entry, the first.
 *
 * @returns the exchange, and every repair as a finding for the inspector
 */
export function repairExchange(exchange: Exchange): RepairedExchange {
  const { runId, messages } = exchange;
  const findings: RepairFinding[] = [];
  const note: Note = (kind, index, callId) =>
    findings.push({ kind, runId, index, callId: callId ?? null });
  const kept: ChatMessage[] = [];
  let index = 0;
  while (index < messages.length) {
    const entry = messages[index];
    const at = index++;
    if (!entry) continue;
    if (entry.role === "user") {
      if (kept.length > 0) note("second-user", at);
      else kept.push(entry);
    } else if (kept.length === 0) {
      note("before-user", at, entry.role === "tool" ? entry.tool_call_id : undefined);
    } else if (entry.role === "tool") {
      note("result-without-call", at, entry.tool_call_id);
    } else {
      const callIds = new Set(entry.tool_calls?.map(({ id }) => id));
      const { results, next } = collectResults(messages, index, callIds, note);
      const answered = keepAnsweredCalls(entry, at, results, note);
      if (answered) kept.push(answered, ...results.values());
      index = next;
    }
  }
  return { exchange: kept.length > 0 ? { runId, messages: kept } : null, findings };
}

/** Repairs every exchange of a history. Exchanges that become empty are dropped. */
export function repairExchanges(exchanges: readonly Exchange[]): {
  exchanges: Exchange[];
  findings: RepairFinding[];
} {
  const repaired = exchanges.map(repairExchange);
  return {
    exchanges: repaired.flatMap(({ exchange }) => exchange ?? []),
    findings: repaired.flatMap(({ findings }) => findings),
  };
}

/**
 * The rounds of an exchange: an assistant entry with calls, and their results.
 * @returns each round as its own list; entries that belong to no round are left out
 */
export function splitRounds(messages: readonly ChatMessage[]): ChatMessage[][] {
  const rounds: ChatMessage[][] = [];
  let isOpen = false;
  for (const message of messages) {
    if (message.role === "assistant" && message.tool_calls) {
      rounds.push([message]);
      isOpen = true;
    } else if (message.role === "tool" && isOpen) rounds.at(-1)?.push(message);
    else isOpen = false;
  }
  return rounds;
}

// Limits a history to its last exchanges, or rebuilds one from the visible conversation.

/**
 * The last `keepLast` exchanges, whole: a call is never separated from its result.
 *
 * @returns the exchanges kept, oldest first, and how many were dropped
 */
export function pruneExchanges(
  exchanges: readonly Exchange[],
  keepLast: number,
): { exchanges: Exchange[]; pruned: number } {
  const pruned = Math.max(0, exchanges.length - Math.max(0, Math.floor(keepLast)));
  return { exchanges: exchanges.slice(pruned), pruned };
}

/** A visible turn. `answer` is null or empty where there is none. */
export type VisibleTurn = { runId: string; question: string; answer: string | null };

/** Exchanges from the visible conversation, oldest first, without the hidden calls between the messages. */
export function rebuildExchanges(turns: readonly VisibleTurn[]): Exchange[] {
  return turns.map(({ runId, question, answer }) => ({
    runId,
    messages: [
      { role: "user", content: question },
      ...(answer ? [{ role: "assistant" as const, content: answer }] : []),
    ],
  }));
}

/** @param forgotten the runs whose exchanges have left memory */
export function withoutForgotten(
  exchanges: readonly Exchange[],
  forgotten: readonly string[] = [],
): Exchange[] {
  return exchanges.filter(({ runId }) => !forgotten.includes(runId));
}
