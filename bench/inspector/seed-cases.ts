/** Puts runs of `seedRuns` into the queue of reviewers: open cases, taken ones, and those that were judged, with their figures. */
import type { Client } from "pg";

const REVIEWERS = 20;
/** Of the open cases, one in so many is taken, and has a draft. */
const TAKEN_EACH = 50;

const reviewerAt = (n: number | string) => `'reviewer-' || ${n}`;

/** Every case has one reason; a third of them is urgent. */
const STATEMENTS = (open: number, judged: number) => [
  `INSERT INTO "user" (id, name, email, role, updated_at)
   SELECT ${reviewerAt("n")}, 'Reviewer ' || n, 'reviewer' || n || '@example.org', 'auditor', now()
   FROM generate_series(0, ${REVIEWERS}) n`,
  `INSERT INTO review_case (run_id, conversation_id, reference, state, urgency, since)
   SELECT id, conversation_id, 'B' || lpad(n::text, 9, '0'), CASE WHEN n <= ${open} THEN 'open'
     WHEN n % 10 = 0 THEN 'judged' ELSE 'closed' END, 1 + n % 3, ended_at
   FROM (SELECT id, conversation_id, ended_at, row_number() OVER (ORDER BY md5(id::text)) AS n FROM run
     WHERE status = 'complete') AS numbered
   WHERE n <= ${open + judged}`,
  `INSERT INTO review_reason (run_id, kind, figure, words, salt, at)
   SELECT run_id, 'contested', 'not-true', 'It says what is not so, about ' || reference, gen_random_uuid(), since
   FROM review_case`,
  `INSERT INTO review_seat (run_id, seat, user_id, until, draft)
   SELECT run_id, 1, ${reviewerAt(`(1 + row_number() OVER (ORDER BY run_id) % ${REVIEWERS})`)}, now() + interval '1 day',
     '{"upheld": null, "told": "So far", "note": ""}'
   FROM review_case WHERE state = 'open' AND right(reference, 9)::int % ${TAKEN_EACH} = 0`,
  // A tenth of them was judged by two, who agree in most.
  `INSERT INTO review_verdict (run_id, nth, seat, judged_by, upheld, told, note, salt, at)
   SELECT run_id, seat, seat, ${reviewerAt(`(1 + (n / 10 + seat) % ${REVIEWERS})`)}, n % 4 = 0 AND (seat = 1 OR n % 7 > 0),
     'What it says of the third step is not so.', repeat('A note for reviewers. ', 5), gen_random_uuid(),
     since + interval '1 hour'
   FROM (SELECT *, right(reference, 9)::int AS n FROM review_case WHERE state <> 'open') AS judged
     CROSS JOIN LATERAL generate_series(1, CASE WHEN n % 10 = 0 THEN 2 ELSE 1 END) AS seat`,
  `INSERT INTO review_figure (run_id, nth, unit, day, seat, rater, upheld, rubric, answers, seconds, agents, prompts, policies, model)
   SELECT run_id, nth, md5(run_id::text)::uuid, at::date, seat, left(md5('rater ' || judged_by), 16), upheld, 1,
     jsonb_build_object('true', NOT upheld, 'asked', n % 5 > 0, 'acts', 'as-agreed', 'clear', 1 + n % 3), 40 + n % 200,
     ARRAY['general', 'researcher'], ARRAY['planner@3', 'general@2'], ARRAY['reads-are-allowed@1'], 'model-' || n % 3
   FROM (SELECT *, hashtext(run_id::text) & 65535 AS n FROM review_verdict) AS given`,
  "VACUUM ANALYZE",
];

/** Reviewer 0 has no case. */
export async function seedCases(client: Client, open: number, judged: number): Promise<void> {
  for (const statement of STATEMENTS(open, judged)) await client.query(statement);
}
