/**
 * Seeds the runs, logs, trail and spending of a year, and says how long each took. A run has 25 events, as an answer with
 * one tool call leaves them. SQL makes the rows.
 */
import pg from "pg";
import { seedRuns } from "../inspector/seed-runs.ts";

const MONTHS = 12;
const DAYS = 365;
const EVENTS_PER_RUN = 25;
/** Flushes of the answer, between the events before and behind it. */
const DELTAS = 9;

/** A number of the run, the same wherever it is asked for. */
const N = "abs(hashtext(run.id::text))";
const DIGEST = "md5(run.id::text) || md5(run.agent_id)";
const CALL_ID = "'call_' || left(md5(run.id::text), 20)";

const object = (fields: Record<string, string>) =>
  `jsonb_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(", ")})`;

const MANIFEST = object({
  version: "1",
  agentId: "run.agent_id",
  memoryPolicy: "'tool-history'",
  bytes: "4200",
  promptSha256: DIGEST,
  segments: `(SELECT jsonb_agg(${object({
    kind: "('{system-prompt,tool-schemas,visible-turn,tool-history,current-input}'::text[])[i]",
    agentId: "run.agent_id",
    source: "'prompt:' || run.agent_id || '@' || i",
    runId: "NULL::text",
    sha256: DIGEST,
    bytes: "300 * i",
  })}) FROM generate_series(1, 5) AS i)`,
});

const PLAN = object({
  revision: "0",
  reason: "'The person asks for facts.'",
  attempts: "1",
  source: `CASE WHEN ${N} % 3 = 0 THEN 'unplanned' ELSE 'model' END`,
  steps: `jsonb_build_array(${object({
    id: "'s1'",
    type: "'agent'",
    target: "run.agent_id",
    agentId: "run.agent_id",
    objective: "'Find what is asked for, and answer in the language of the question.'",
    expectedArgsSha256: "NULL::text",
  })})`,
});

const began = (hopRef: string, parentRef: string, kind: string, nodeId: string) =>
  object({ hopRef: `'${hopRef}'`, parentRef, kind: `'${kind}'`, nodeId });
const ended = (hopRef: string) =>
  object({ hopRef: `'${hopRef}'`, outcome: "'ok'", durationMs: `900 + ${N} % 4000` });
const called = (call: number) =>
  object({ hopRef: "'h1'", callId: `'h1.m${call}'`, round: `${call}`, manifest: MANIFEST });
const answered = (call: number) =>
  object({
    hopRef: "'h1'",
    callId: `'h1.m${call}'`,
    model: "run.model",
    outcome: "'ok'",
    reason: "NULL::text",
    finishReason: "'stop'",
    toolCallIds: "'[]'::jsonb",
    text: `repeat('some words of an answer ', ${15 * call})`,
    inputTokens: "900",
    outputTokens: "70",
    firstTokenMs: "240",
    durationMs: "1900",
    attempts: "1",
  });

type Event = readonly [type: string, hopRef: string | null, payload: string, isPublic?: boolean];

const EVENTS: readonly Event[] = [
  ["run.started", null, object({ agentId: "'coordinator'", userMessageId: "run.user_message_id" })],
  ["hop.started", "h0", began("h0", "NULL::text", "coordinator", "'coordinator'")],
  ["plan.made", "h0", object({ hopRef: "'h0'", plan: PLAN })],
  ["hop.started", "h1", began("h1", "'h0'", "agent", "run.agent_id")],
  [
    "state.loaded",
    "h1",
    object({ hopRef: "'h1'", agentId: "run.agent_id", version: "1", finding: "NULL::text" }),
  ],
  ["model.called", "h1", called(1)],
  ["model.answered", "h1", answered(1)],
  ["hop.started", "h2", began("h2", "'h1'", "tool", "'web_search@1'")],
  [
    "tool.called",
    "h2",
    object({
      hopRef: "'h2'",
      toolCallId: CALL_ID,
      tool: "'web_search@1'",
      argsSha256: DIGEST,
      arguments: object({ query: `'words about ' || ${N} % 5000` }),
      planStepId: "NULL::text",
      writes: "false",
    }),
  ],
  [
    "tool.returned",
    "h2",
    object({
      hopRef: "'h2'",
      toolCallId: CALL_ID,
      tool: "'web_search@1'",
      outcome: "'ok'",
      result: `${N} % 9999 || repeat(' dolor sit amet ' || ${N} % 97, 60)`,
      bytes: "1080",
      durationMs: "320",
    }),
  ],
  ["hop.ended", "h2", ended("h2")],
  ["model.called", "h1", called(2)],
  ...Array.from(
    { length: DELTAS },
    (_, place): Event => [
      "answer.delta",
      null,
      object({ offset: `${40 * place}`, text: `'forty characters of what is answered ${place} '` }),
      true,
    ],
  ),
  ["model.answered", "h1", answered(2)],
  ["hop.ended", "h1", ended("h1")],
  ["hop.ended", "h0", ended("h0")],
  ["run.ended", null, object({ ending: "run.status", reason: "NULL::text" }), true],
];

const ROWS = EVENTS.map(([type, hopRef, payload, isPublic = false], index) => {
  const isEnd = index === EVENTS.length - 1;
  const place = isEnd ? DELTAS : index - EVENTS.findIndex(([name]) => name === "answer.delta");
  return `(${index + 1}, ${isPublic ? place + 1 : "NULL::int"}, '${type}', '${isPublic ? "public" : "hidden"}',
    ${hopRef === null ? "NULL" : `'${hopRef}'`}, ${payload})`;
});

/** The events of the runs of a stretch of ids. Foreign keys are not checked: the runs are there. */
const FILL = `
  INSERT INTO run_event (run_id, seq, public_seq, at, type, visibility, hop_ref, payload)
  SELECT run.id, event.seq, event.public_seq, run.started_at + event.seq * interval '80 milliseconds',
    event.type, event.visibility, event.hop_ref, event.payload
  FROM (SELECT * FROM run WHERE id >= $1 AND id < $2 ORDER BY id) AS run,
    LATERAL (VALUES ${ROWS.join(",\n")}) AS event (seq, public_seq, type, visibility, hop_ref, payload)`;

/** @param months the first id of each month, ascending, and the first behind the last @returns how many events there are */
async function seedLog(client: pg.Client, months: readonly string[]): Promise<number> {
  if (EVENTS.length !== EVENTS_PER_RUN) throw new Error(`${EVENTS.length} events are listed`);
  await client.query("SET session_replication_role = replica");
  let events = 0;
  for (const [index, first] of months.slice(0, -1).entries()) {
    const { rowCount } = await client.query(FILL, [first, months[index + 1]]);
    events += rowCount ?? 0;
  }
  await client.query("RESET session_replication_role");
  await client.query("VACUUM ANALYZE run_event");
  return events;
}

/** A year of what 200 people spent on three models by three agents. */
async function seedSpending(client: pg.Client, days: number): Promise<void> {
  await client.query(
    `INSERT INTO spending (user_id, day, agent_id, model, cost, estimated_cost, calls, unpriced_calls, input_tokens, output_tokens)
     SELECT person.id, current_date - day, agent, 'model-' || left(agent, 1), 0.01 * (day % 7), 0, 3, 0, 9000, 800
     FROM "user" AS person, generate_series(0, $1::int) AS day, unnest('{general,users,concierge}'::text[]) AS agent`,
    [days],
  );
  await client.query("VACUUM ANALYZE spending");
}

/** Two rows of the trail for each run, with their places in it. */
async function seedTrail(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO audit_event (id, at, actor_id, action, target, outcome, subject_id, run_id, detail, place)
     SELECT gen_random_uuid(), run.started_at + n * interval '9 seconds', run.user_id,
       ('{run.started,run.ended}'::text[])[n], 'run:' || run.id, 'allowed', run.user_id, run.id, '{"status":"complete"}',
       2 * row_number() OVER (ORDER BY run.started_at, n) + n
     FROM run, generate_series(1, 2) AS n`,
  );
  await client.query("VACUUM ANALYZE audit_event");
}

/** @param url of a migrated, empty database, which is also that of DATABASE_URL */
export async function seedYear(
  url: string,
  events: number,
  onProgress: (line: string) => void,
): Promise<void> {
  const { createEventMonths, firstRunIdAt } = await import(
    "../../lib/db/runs/create-event-months.ts"
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const timed = async (name: string, act: () => Promise<unknown>) => {
    const begun = performance.now();
    await act();
    onProgress(`  ${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  };
  const now = new Date();
  const begins = Array.from(
    { length: MONTHS + 2 },
    (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + index)),
  );
  onProgress(`Seeding ${events} events`);
  for (const begin of begins) await createEventMonths(begin);
  await timed("runs", () => seedRuns(client, Math.round(events / EVENTS_PER_RUN), DAYS));
  await timed("events", () => seedLog(client, begins.map(firstRunIdAt)));
  await timed("trail", () => seedTrail(client));
  await timed("spending", () => seedSpending(client, DAYS));
  await client.end();
}
