/** A database in use: what plans are chosen by must not be that its tables are empty. */
import "server-only";
import { db } from "../client.ts";
import { createEventMonths } from "../runs/create-event-months.ts";
import { createPerson } from "./turn-fixtures.ts";

const PEOPLE = 20;

/** Conversations of others, with all that runs leave, and the statistics of all tables. */
export async function seedOthers(): Promise<void> {
  await createEventMonths();
  for (let index = 0; index < PEOPLE; index += 1) await seedTalks((await createPerson()).userId);
  for (const insert of LEFT) await db().$executeRawUnsafe(insert);
  await analyseTables();
}

export async function analyseTables(): Promise<void> {
  await db().$executeRaw`ANALYZE`;
}

async function seedTalks(userId: string): Promise<void> {
  await db().$executeRaw`
    WITH talk AS (INSERT INTO conversation (id, user_id, title)
        SELECT gen_random_uuid(), ${userId}, 'Earlier' FROM generate_series(1, 100) RETURNING id),
      asked AS (INSERT INTO message (id, conversation_id, ordinal, role, content)
        SELECT gen_random_uuid(), id, 1, 'user', 'Asked' FROM talk RETURNING id, conversation_id),
      answered AS (INSERT INTO message (id, conversation_id, ordinal, role, content, parent_id, ending)
        SELECT gen_random_uuid(), conversation_id, 2, 'assistant', 'Answered', id, 'complete' FROM asked
        RETURNING id, conversation_id, parent_id)
    INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, status, lease_owner, lease_until, started_at)
    SELECT uuidv7(), conversation_id, ${userId}, parent_id, id, 'general', 'complete', 'gone', now(),
      now() - random() * interval '30 days' FROM answered`;
}

const LEFT = [
  `INSERT INTO audit_event (id, action, target, outcome, subject_id, at)
    SELECT gen_random_uuid(), 'run.ended', 'run:' || id, 'allowed', user_id, started_at FROM run`,
  `INSERT INTO run_event (run_id, seq, public_seq, at, type, visibility, payload)
    SELECT id, seq, seq, started_at, (ARRAY['hop.started', 'answer.delta', 'tool.called', 'hop.ended'])[1 + seq % 4], 'hidden', '{}'
    FROM run, generate_series(1, 12) AS seq`,
  `INSERT INTO hidden_state (id, conversation_id, agent_id, version, run_id, message_id, state, bytes)
    SELECT gen_random_uuid(), conversation_id, agent, 1, id, answer_message_id, '{}', 2
    FROM run, unnest(ARRAY['general', 'coordinator']) AS agent`,
  `INSERT INTO context_delta (id, conversation_id, agent_id, ordinal, run_id, message_id, origin, delta, patch, before_sha256, after_sha256)
    SELECT gen_random_uuid(), conversation_id, 'coordinator', 1, id, answer_message_id, 'model', '{}', '[]', '', '' FROM run`,
  `INSERT INTO node_history (run_id, hop_ref, kind, node_id, outcome, started_at, duration_ms)
    SELECT id, 'h' || hop, 'agent', 'general', 'ok', started_at, 1 FROM run, generate_series(1, 2) AS hop`,
  `INSERT INTO attachment (id, owner_id, conversation_id, message_id, name, media_type, size_bytes, sha256, data)
    SELECT gen_random_uuid(), user_id, conversation_id, user_message_id, 'a.txt', 'text/plain', 1, '', 'a' FROM run`,
  `INSERT INTO approval (id, conversation_id, run_id, answer_message_id, agent_id, question, tool, resume, status, decided_at)
    SELECT gen_random_uuid(), conversation_id, id, answer_message_id, 'users', 'May I?', 'delete', '{}', 'approved', started_at FROM run`,
  `INSERT INTO forgotten_run (run_id, conversation_id) SELECT id, conversation_id FROM run WHERE random() < 0.2`,
  `INSERT INTO spending (user_id, day, agent_id, model, cost, estimated_cost, calls, unpriced_calls, input_tokens, output_tokens)
    SELECT DISTINCT user_id, started_at::date, 'general', 'some', 1, 0, 1, 0, 1, 1 FROM run`,
];
