/** Puts runs of `seedRuns` into the queue of reviewers: open cases, taken ones, and those that were judged. */
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
  `INSERT INTO review_verdict (run_id, nth, judged_by, upheld, told, note, salt, at)
   SELECT run_id, 1, ${reviewerAt(`(1 + right(reference, 9)::int % ${REVIEWERS})`)}, right(reference, 9)::int % 4 = 0,
     'What it says of the third step is not so.', repeat('A note for reviewers. ', 5), gen_random_uuid(),
     since + interval '1 hour'
   FROM review_case WHERE state <> 'open'`,
  "VACUUM ANALYZE",
];

/** Reviewer 0 has no case. */
export async function seedCases(client: Client, open: number, judged: number): Promise<void> {
  for (const statement of STATEMENTS(open, judged)) await client.query(statement);
}
