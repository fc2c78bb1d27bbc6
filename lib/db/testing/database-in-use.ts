/** A database in use: what plans are chosen by must not be that its tables are empty. */
import "server-only";
import { randomUUID } from "node:crypto";
import { db } from "../client.ts";
import { createEventMonths } from "../runs/create-event-months.ts";
import { createPerson } from "./turn-fixtures.ts";

const PEOPLE = 20;

/** Short conversations of others, with all that runs leave, and the statistics of all tables. @returns the ids of the people */
export async function seedOthers(): Promise<string[]> {
  await createEventMonths();
  const people = await Promise.all(Array.from({ length: PEOPLE }, createPerson));
  const userIds = people.map(({ userId }) => userId);
  await seedTalks(userIds, { talks: 100, turns: 1 });
  await seedSpending(userIds, ["some model"]);
  await analyseTables();
  return userIds;
}

/** These people get long conversations, and have spent on several models: far more than whoever else takes a turn. */
export async function seedMuch(userIds: readonly string[]): Promise<void> {
  await seedTalks(userIds, { talks: 1, turns: 200 });
  await seedSpending(userIds, ["a second", "a third", "a fourth", "a fifth", "a sixth"]);
  await analyseTables();
}

export async function analyseTables(): Promise<void> {
  await db().$executeRaw`ANALYZE`;
}

/** For each person. */
type Talks = { talks: number; turns: number };

async function seedTalks(userIds: readonly string[], { talks, turns }: Talks): Promise<void> {
  const seed = randomUUID();
  await db().$executeRaw`
    WITH talk AS (INSERT INTO conversation (id, user_id, title)
        SELECT gen_random_uuid(), user_id, 'Earlier' FROM unnest(${userIds}::text[]) AS user_id, generate_series(1, ${talks}::int)
        RETURNING id, user_id),
      asked AS (INSERT INTO message (id, conversation_id, ordinal, role, content)
        SELECT gen_random_uuid(), id, 2 * turn - 1, 'user', 'Asked' FROM talk, generate_series(1, ${turns}::int) AS turn
        RETURNING id, conversation_id, ordinal),
      answered AS (INSERT INTO message (id, conversation_id, ordinal, role, content, parent_id, ending)
        SELECT gen_random_uuid(), conversation_id, ordinal + 1, 'assistant', 'Answered', id, 'complete' FROM asked
        RETURNING id, conversation_id, parent_id)
    INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, status, lease_owner, lease_until, started_at)
    SELECT uuidv7(), conversation_id, user_id, parent_id, answered.id, 'general', 'complete', ${seed}, now(),
      now() - random() * interval '30 days' FROM answered JOIN talk ON talk.id = conversation_id`;
  for (const insert of LEFT)
    await db().$executeRawUnsafe(
      `WITH seeded AS (SELECT * FROM run WHERE lease_owner = $1) ${insert}`,
      seed,
    );
}

/** On 31 days from the first of this month. */
async function seedSpending(userIds: readonly string[], models: readonly string[]): Promise<void> {
  await db().$executeRaw`
    INSERT INTO spending (user_id, day, agent_id, model, cost, estimated_cost, calls, unpriced_calls, input_tokens, output_tokens)
    SELECT user_id, date_trunc('month', now() AT TIME ZONE 'UTC')::date + day, 'general', model, 1, 0, 1, 0, 1, 1
    FROM unnest(${userIds}::text[]) AS user_id, unnest(${models}::text[]) AS model, generate_series(0, 30) AS day`;
}

/** By each of the runs. */
const LEFT = [
  `INSERT INTO audit_event (id, action, target, outcome, subject_id, at)
    SELECT gen_random_uuid(), 'run.ended', 'run:' || seeded.id, 'allowed', user_id, started_at FROM seeded`,
  `INSERT INTO run_event (run_id, seq, public_seq, at, type, visibility, payload)
    SELECT id, seq, seq, started_at, (ARRAY['hop.started', 'answer.delta', 'tool.called', 'hop.ended'])[1 + seq % 4], 'hidden', '{}'
    FROM seeded, generate_series(1, 12) AS seq`,
  `INSERT INTO hidden_state (id, conversation_id, agent_id, version, run_id, message_id, state, bytes)
    SELECT gen_random_uuid(), conversation_id, agent, row_number() OVER (PARTITION BY conversation_id, agent), id, answer_message_id, '{}', 2
    FROM seeded, unnest(ARRAY['general', 'coordinator']) AS agent`,
  `INSERT INTO context_delta (id, conversation_id, agent_id, ordinal, run_id, message_id, origin, delta, patch, before_sha256, after_sha256)
    SELECT gen_random_uuid(), conversation_id, 'coordinator', row_number() OVER (PARTITION BY conversation_id), id, answer_message_id, 'model', '{}', '[]', '', '' FROM seeded`,
  `INSERT INTO node_history (run_id, hop_ref, kind, node_id, outcome, started_at, duration_ms)
    SELECT id, 'h' || hop, 'agent', 'general', 'ok', started_at, 1 FROM seeded, generate_series(1, 2) AS hop`,
  `INSERT INTO attachment (id, owner_id, conversation_id, message_id, name, media_type, size_bytes, sha256, data)
    SELECT gen_random_uuid(), user_id, conversation_id, user_message_id, 'a.txt', 'text/plain', 1, '', 'a' FROM seeded`,
  `INSERT INTO approval (id, conversation_id, run_id, answer_message_id, agent_id, question, tool, resume, status, decided_at)
    SELECT gen_random_uuid(), conversation_id, id, answer_message_id, 'users', 'May I?', 'delete', '{}', 'approved', started_at FROM seeded`,
  `INSERT INTO forgotten_run (run_id, conversation_id) SELECT id, conversation_id FROM seeded WHERE random() < 0.2`,
];
