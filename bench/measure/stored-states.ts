/** Reads what a conversation stored in the database. */
import type pg from "pg";

export type StoredSize = { agentId: string; version: number; bytes: number };

export async function readStates(client: pg.Client, conversationId: string): Promise<StoredSize[]> {
  const { rows } = await client.query<StoredSize>(
    `SELECT agent_id AS "agentId", version, bytes FROM hidden_state
     WHERE conversation_id = $1 ORDER BY agent_id, version`,
    [conversationId],
  );
  return rows;
}

/** A note naming the agents that have state, when this one has none; otherwise null. */
export function absentFrom(states: readonly StoredSize[], agentId: string): string | null {
  if (states.some((state) => state.agentId === agentId)) return null;
  const others = [...new Set(states.map((state) => state.agentId))].join(", ");
  return `none (state of ${others || "no agent"})`;
}

/** The first, every fifth and the last version. */
export function describeSizes(states: readonly StoredSize[], agentId: string): string {
  const own = states.filter((state) => state.agentId === agentId);
  const shown = own.filter((_, index) => index % 5 === 0 || index === own.length - 1);
  return shown.map(({ version, bytes }) => `${version}: ${bytes}`).join(", ");
}

/** Bytes of a conversation's hidden events. `history` counts tool calls and results, `all` every event. */
export async function readHiddenBytes(
  client: pg.Client,
  conversationId: string,
): Promise<{ history: number; all: number }> {
  const { rows } = await client.query<{ history: string | null; all: string | null }>(
    `SELECT sum(octet_length(payload::text)) FILTER (WHERE type IN ('tool.called', 'tool.returned')) AS history,
       sum(octet_length(payload::text)) AS all
     FROM run_event JOIN run ON run.id = run_event.run_id
     WHERE run.conversation_id = $1 AND visibility = 'hidden'`,
    [conversationId],
  );
  return { history: Number(rows[0]?.history ?? 0), all: Number(rows[0]?.all ?? 0) };
}
