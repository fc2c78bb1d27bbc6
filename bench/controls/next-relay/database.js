/**
 * The minimum for a durable turn: a lookup of the session, one commit that starts the turn, and one that ends it with
 * its answer and events. No index except the keys, no foreign key, no memory, no plan.
 */
import pg from "pg";

const POOL = Symbol.for("bench.pool");
export const EVENTS_PER_TURN = 20;

function pool() {
  globalThis[POOL] ??= new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
  return globalThis[POOL];
}

export async function findPerson(token) {
  const text =
    'SELECT u.id, u.role FROM session s JOIN "user" u ON u.id = s.user_id WHERE s.token = $1 AND s.expires_at > now()';
  const { rows } = await pool().query({ name: "bench-person", text, values: [token] });
  return rows[0];
}

export async function keepBeginning(runId, personId, question) {
  const text = `WITH q AS (INSERT INTO bench_message VALUES ($1 || 'q', $2, $3)),
    a AS (INSERT INTO bench_message VALUES ($1 || 'a', $2, ''))
    INSERT INTO bench_run VALUES ($1, $2, 'running', now())`;
  await pool().query({ name: "bench-begin", text, values: [runId, personId, question] });
}

export async function keepEnd(runId, answer) {
  const text = `WITH a AS (UPDATE bench_message SET content = $2 WHERE id = $1 || 'a'),
    e AS (INSERT INTO bench_event SELECT $1, value, '{"type":"something","of":"a turn"}' FROM generate_series(1, $3::int) AS value)
    UPDATE bench_run SET status = 'complete' WHERE id = $1`;
  await pool().query({ name: "bench-end", text, values: [runId, answer, EVENTS_PER_TURN] });
}
