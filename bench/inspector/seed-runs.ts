/** Fills a database with the runs of 60 days. SQL generates the rows, one statement per table. */
import type { Client } from "pg";

/** The newest run starts 30 minutes from now, so that filters by time have rows on both sides. */
const FUTURE_MS = 1_800_000;
const DAYS = 60;
const PEOPLE = 200;
/** Number of distinct scores; the values repeat after that many runs. */
const SCORES = 840;

/** Words of different frequency: `alpha` in most messages, `w1234` in a few. */
const TEXT = (seed: string) => `
  'alpha word about ' || ('{travel,invoices,python,weather,people}'::text[])[1 + ${seed} % 5]
  || ' w' || ${seed} % 5000 || repeat(' lorem ipsum w' || ${seed} % 97, 12)`;

/** A reproducible UUID in the form of a random one (version 4). */
const ID = (kind: string, n: string) =>
  `overlay(overlay(md5('${kind}' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;

/** A reproducible UUIDv7 of a moment, as runs have it. */
const RUN_ID = (began: string, n: string) =>
  `(lpad(to_hex((extract(epoch FROM ${began}) * 1000)::bigint), 12, '0') || '7'
    || overlay(left(md5('r' || ${n}), 19) placing '8' from 4))::uuid`;

/** As long as a real user id. */
const PERSON = (n: string) => `md5('p' || ${n})`;

const TAGS = `
  array_remove(ARRAY['agent:' || ('{general,users,concierge}'::text[])[1 + n % 3],
    CASE WHEN n % 12 = 0 THEN 'agent:users' END, 'tool:web_search@1',
    CASE WHEN n % 2 = 0 THEN 'tool:python_interpreter@1' END,
    CASE WHEN n % 50 = 0 THEN 'deviation:unplanned' END, CASE WHEN n % 7 = 0 THEN 'deviation:missing' END], NULL)`;

/** The class of a step: mostly as planned, otherwise missing, failed or retried. */
const CLASS = `CASE WHEN n % 7 = 0 AND s = 2 THEN '["missing"]' WHEN n % 11 = 0 AND s = 1 + n % 4 THEN '["failed"]'
  WHEN n % 13 = 0 AND s = 3 THEN '["retried"]' ELSE '["ok"]' END::jsonb`;
const TARGET = `('{web_search@1,python_interpreter@1,search_documents@1,list_people@1,create_person@1}'::text[])[1 + (n / 3 + s) % 5]`;

/** As large as the score of a plan of four steps. */
const DETAIL = `
  (SELECT jsonb_build_object('score', (n % 40) / 100.0, 'fitness', 1 - (n % 40) / 100.0, 'recall', 1, 'precision', 1,
    'order', 1, 'argsCoverage', 1, 'metric_version', 'deviation-metric-1', 'unplanned', '[]'::jsonb, 'findings', '[]'::jsonb,
    'steps', jsonb_agg(jsonb_build_object('stepId', 's' || s, 'class', ${CLASS}, 'cost', 0, 'records', jsonb_build_array(
      jsonb_build_object('plan_step_id', 's' || s, 'tool_invoked', ${TARGET}, 'planned_args_sha256', md5(s::text || n),
      'actual_args_sha256', md5(n::text || s) || md5(s::text), 'status', 'ok',
      'metadata', jsonb_build_object('type', 'tool', 'node_id', 'general', 'hop_ref', md5(s || 'h' || n)))))),
    'moves', jsonb_agg(jsonb_build_object('stepId', 's' || s, 'type', 'tool', 'target', ${TARGET},
      'agentId', ('{general,users,concierge}'::text[])[1 + n % 3], 'class', ${CLASS},
      'cost', CASE WHEN ${CLASS} = '["ok"]' THEN 0 ELSE 1 END)))
   FROM generate_series(1, 4) s)`;

const STATEMENTS = (runs: number, days: number, until: string) => [
  `INSERT INTO "user" (id, name, email, updated_at)
   SELECT ${PERSON("n")}, 'Person ' || n, 'person' || n || '@example.org', now() FROM generate_series(0, ${PEOPLE - 1}) n`,
  `INSERT INTO conversation (id, user_id, title)
   SELECT ${ID("c", "n")}, ${PERSON(`n % ${PEOPLE}`)}, 'Conversation ' || n FROM generate_series(0, ${runs / 5}) n`,
  `INSERT INTO message (id, conversation_id, ordinal, role, content, ending)
   SELECT ${ID("q", "n")}, ${ID("c", "n / 5")}, 1 + 2 * (n % 5), 'user', ${TEXT("n")}, NULL FROM generate_series(0, ${runs - 1}) n
   UNION ALL
   SELECT ${ID("a", "n")}, ${ID("c", "n / 5")}, 2 + 2 * (n % 5), 'assistant', ${TEXT("(n * 7)")}, 'complete'
   FROM generate_series(0, ${runs - 1}) n`,
  `INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, status, model,
     lease_owner, lease_until, started_at, ended_at, rounds, model_calls, tool_calls, input_tokens, output_tokens,
     policy_outcome, tags)
   SELECT ${RUN_ID("began", "n")}, ${ID("c", "n / 5")}, ${PERSON(`(n / 5) % ${PEOPLE}`)}, ${ID("q", "n")}, ${ID("a", "n")},
     ('{general,users,concierge}'::text[])[1 + n % 3],
     CASE WHEN n % 100 < 90 THEN 'complete' ELSE ('{stopped,failed,interrupted,empty}'::text[])[1 + n % 4] END,
     ('{model-a,model-b,model-c-2026-01-31}'::text[])[1 + n % 3], 'bench', now(), began,
     began + (500 + (n::bigint * 7919) % 60000) * interval '1 millisecond', 2, 1 + n % 6, n % 4,
     300 + (n * 31) % 9000, 20 + (n * 17) % 1500,
     CASE WHEN n % 200 = 0 THEN 'deny' WHEN n % 90 = 0 THEN 'needs_approval' ELSE 'allow' END, ${TAGS}
   FROM (SELECT n, '${until}'::timestamptz - ((${runs} - n) * ${days} * 86400.0 / ${runs}) * interval '1 second'
     AS began FROM generate_series(0, ${runs - 1}) n) AS numbered`,
  `WITH score AS MATERIALIZED (SELECT n AS place, ${DETAIL} AS detail FROM generate_series(0, ${SCORES - 1}) n)
   INSERT INTO run_score (run_id, started_at, deviation, detail)
   SELECT run.id, run.started_at, (n % 40) / 100.0, score.detail
   FROM generate_series(0, ${runs - 1}) n JOIN run ON run.user_message_id = ${ID("q", "n")}
   JOIN score ON score.place = n % ${SCORES} WHERE n % 3 > 0`,
  `INSERT INTO hidden_state (id, conversation_id, agent_id, version, run_id, message_id, state, bytes, created_at)
   SELECT gen_random_uuid(), conversation_id, agent_id, row_number() OVER (PARTITION BY conversation_id, agent_id),
     id, answer_message_id, '{}', (random() * 20000)::int, ended_at FROM run`,
];

/** Full-text and tag indices. Building them after the inserts takes a tenth of the time. */
const WORD_INDICES = ["message_asked", "message_answered", "run_tags"];

/** Takes half a minute for 100,000 runs. Ends with VACUUM ANALYZE, as autovacuum does in production. */
export async function seedRuns(client: Client, runs: number, days = DAYS): Promise<void> {
  const until = new Date(Date.now() + FUTURE_MS).toISOString();
  const { rows } = await client.query<{ name: string; definition: string }>(
    "SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexname = ANY($1)",
    [WORD_INDICES],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  // The generated ids match, so foreign keys are not checked: the checks would take most of the time.
  await client.query("SET session_replication_role = replica");
  for (const statement of STATEMENTS(runs, days, until)) await client.query(statement);
  await client.query("RESET session_replication_role");
  for (const { definition } of rows) await client.query(definition);
  await client.query("VACUUM ANALYZE");
}
