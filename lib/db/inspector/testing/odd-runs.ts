/** Stores a run with a written log in the real tables, for tests of the inspector. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { PUBLIC_EVENT_TYPES } from "../../../contracts/public/public-event.ts";
import { type OddEvent, oddEvents } from "./odd-run-events.ts";

export type OddRun = { runId: string; conversationId: string };

const LASTS_MS = 4_000;

/**
 * @param databaseUrl of a migrated database
 * @param userId whose conversation it is
 * @param eventsOf its log, of a run and the message that asked for it; every possible oddity where none is given
 */
export async function recordOddRun(
  databaseUrl: string,
  userId: string,
  eventsOf = oddEvents,
): Promise<OddRun> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    const run = await storeRun(client, userId, eventsOf);
    await client.query("COMMIT");
    return run;
  } finally {
    await client.end();
  }
}

async function storeRun(
  client: Client,
  userId: string,
  eventsOf: typeof oddEvents,
): Promise<OddRun> {
  const conversationId = randomUUID();
  const [questionId, answerId, runId] = [randomUUID(), randomUUID(), randomUUID()];
  const startedAt = new Date(Date.now() - 60_000);
  const endedAt = new Date(startedAt.getTime() + LASTS_MS);
  await client.query("INSERT INTO conversation (id, user_id, title) VALUES ($1, $2, $3)", [
    conversationId,
    userId,
    "An odd run",
  ]);
  await client.query(
    `INSERT INTO message (id, conversation_id, ordinal, role, content, ending, author_id, created_at)
     VALUES ($1, $3, 1, 'user', 'Do what you can', NULL, $4, $5),
       ($2, $3, 2, 'assistant', 'It is done.', 'complete', NULL, $6)`,
    [questionId, answerId, conversationId, userId, startedAt, endedAt],
  );
  await client.query(
    `INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, status,
       model, lease_owner, lease_until, started_at, ended_at, rounds, model_calls, tool_calls)
     VALUES ($1, $2, $3, $4, $5, 'general', 'complete', 'test-model', 'nobody', $7, $6, $7, 1, 1, 5)`,
    [runId, conversationId, userId, questionId, answerId, startedAt, endedAt],
  );
  const events = eventsOf(runId, questionId);
  await storeEvents(client, runId, startedAt, events);
  await storeNodeHistory(client, runId, startedAt, events);
  return { runId, conversationId };
}

const PUBLIC = new Set<string>(PUBLIC_EVENT_TYPES);

async function storeEvents(
  client: Client,
  runId: string,
  startedAt: Date,
  events: readonly OddEvent[],
): Promise<void> {
  let publicSeq = 0;
  const rows = events.map(({ atMs, body: { type, ...payload } }, index) => ({
    run_id: runId,
    seq: index + 1,
    public_seq: type === "status.changed" || type === "run.ended" ? ++publicSeq : null,
    at: new Date(startedAt.getTime() + atMs).toISOString(),
    type,
    visibility: PUBLIC.has(type) ? "public" : "hidden",
    hop_ref: "hopRef" in payload ? payload.hopRef : null,
    payload,
  }));
  await client.query(
    `INSERT INTO run_event (run_id, seq, public_seq, at, type, visibility, hop_ref, payload)
     SELECT * FROM json_to_recordset($1::json) AS e(run_id uuid, seq int, public_seq int, at timestamptz,
       type text, visibility text, hop_ref text, payload jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** One row per id; the first if an id started twice. */
async function storeNodeHistory(
  client: Client,
  runId: string,
  startedAt: Date,
  events: readonly OddEvent[],
): Promise<void> {
  const ends = new Map(
    events.flatMap(({ body }) => (body.type === "hop.ended" ? [[body.hopRef, body]] : [])),
  );
  for (const { atMs, body } of events) {
    if (body.type !== "hop.started") continue;
    const end = ends.get(body.hopRef);
    await client.query(
      `INSERT INTO node_history (run_id, hop_ref, parent_ref, kind, node_id, outcome, started_at, duration_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
      [
        runId,
        body.hopRef,
        body.parentRef,
        body.kind,
        body.nodeId,
        end?.outcome ?? "stopped",
        new Date(startedAt.getTime() + atMs),
        end?.durationMs ?? 0,
      ],
    );
  }
}
