/**
 * `node --conditions=react-server bench/inspector/measure-trail.ts`: response times of the page of the audit trail with
 * 1,000,000 rows. `--json` prints the figures for another program.
 */
import pg from "pg";
import type { AuditQuery } from "../../lib/contracts/inspector/audit-query.ts";
import { measureUndisturbed } from "../measure/machine/measure-undisturbed.ts";
import { median, quantile } from "../measure/machine/statistics.ts";
import { absoluteFigure, type Figure, printReport } from "../report.ts";
import { withDatabase } from "../stack/with-database.ts";

/** For a smoke test set fewer: `HALFSILVER_BENCH_TRAIL_ROWS=2000`. */
const ROWS = Number(process.env.HALFSILVER_BENCH_TRAIL_ROWS ?? 1_000_000);
const ROUNDS = 20;
const MOST_MS = 300;
const DAY_MS = 86_400_000;

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const QUERIES: Record<string, AuditQuery> = {
  "first page": {},
  "an old page": { before: `${Date.now() - 200 * DAY_MS}~00000000-0000-4000-8000-000000000000` },
  "an actor": { actor: "person-7@example.org" },
  "an actor by a part that many names have": { actor: "Person" },
  "nobody's name": { actor: "nobody at all" },
  "a person": { person: "Person 77" },
  "a common action": { action: "run.inspected" },
  "a rare action": { action: "person.erased" },
  "a subject": { target: "run:00000000-0000-4000-8000-000000000500" },
  "a run": { run: "00000000-0000-4000-8000-000000000500" },
  "a time": { from: ago(100), to: ago(99) },
  "a person, a rare action and a time": {
    person: "Person 77",
    action: "payloads.opened",
    from: ago(300),
    to: ago(10),
  },
};

/** A year of events by 200 people about each other, one in a thousand of a rare kind. */
async function seed(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO "user" (id, name, email, role, updated_at)
     SELECT 'p' || n, 'Person ' || n, 'person-' || n || '@example.org', 'user', now() FROM generate_series(1, 200) AS n`,
  );
  await client.query(
    `INSERT INTO audit_event (id, at, actor_id, action, target, outcome, subject_id, run_id, detail)
     SELECT gen_random_uuid(), now() - (n::float8 / $1) * interval '365 days', 'p' || 1 + n % 200,
       CASE WHEN n % 1000 = 0 THEN 'payloads.opened' WHEN n % 3 = 0 THEN 'run.ended' ELSE 'run.inspected' END,
       'run:' || run_id, 'allowed', 'p' || 1 + n % 197, run_id, jsonb_build_object('part', 'events', 'afterSeq', n)
     FROM generate_series(1, $1::int) AS n,
       LATERAL (SELECT ('00000000-0000-4000-8000-' || lpad((n % 100000)::text, 12, '0'))::uuid AS run_id) AS run`,
    [ROWS],
  );
  await client.query("ANALYZE audit_event");
}

async function figureOf(name: string, query: AuditQuery): Promise<Figure> {
  const { listAudit } = await import("../../lib/db/inspector/list-audit.ts");
  let shown = 0;
  const times = await measureUndisturbed(async () => {
    const taken: number[] = [];
    // The first round warms the caches and is not counted.
    for (let round = -1; round < ROUNDS; round += 1) {
      const begun = performance.now();
      shown = (await listAudit({ userId: "p1", role: "auditor" }, query)).events.length;
      if (round >= 0) taken.push(performance.now() - begun);
    }
    return taken;
  });
  return absoluteFigure({
    id: `trail-${name.replace(/[^a-z0-9]+/gi, "-")}`,
    name: `Audit trail: ${name}, p95`,
    ours: quantile(times, 0.95),
    atMost: MOST_MS,
    unit: "ms",
    control: `median ${median(times).toFixed(0)} ms, ${shown} rows`,
  });
}

const figures = await withDatabase(async ({ url, isNew }) => {
  if (isNew) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await seed(client);
    await client.end();
  }
  const measured: Figure[] = [];
  for (const [name, query] of Object.entries(QUERIES)) measured.push(await figureOf(name, query));
  return measured;
});
if (process.argv.includes("--json")) console.log(JSON.stringify(figures));
else printReport(figures);
