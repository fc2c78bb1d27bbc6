/** Work that must be done once is done once, however many instances there are. */
import { PgBoss } from "pg-boss";
import { converse } from "../fixtures/cluster/converse.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { expect, test } from "../fixtures/test.ts";

const PATIENCE_MS = 240_000;
const IN_TIME = { timeout: 60_000, intervals: [100] };
const PEOPLE = 6;

let cluster: Cluster;
test.describe.configure({ timeout: PATIENCE_MS, mode: "serial" });
test.beforeAll(async () => {
  test.skip(!hasHaproxy(), "haproxy is not installed");
  test.setTimeout(PATIENCE_MS);
  cluster = await startCluster();
});
test.afterAll(() => cluster?.remove());

const rowsOf = async (statement: string, values: unknown[] = []) =>
  (await cluster.database.query(statement, values)).rows;

test("one trail is sealed by three instances, without a gap and without a second place", async () => {
  const turns = Array.from({ length: PEOPLE }, async () =>
    converse(await joinOverHttp(cluster), "What is fibonacci(10)?"),
  );
  for (const end of await Promise.all(turns)) expect(end.ending).toBe("complete");
  const unsealed = () => rowsOf("SELECT id FROM audit_event WHERE place IS NULL");
  await expect.poll(unsealed, IN_TIME).toHaveLength(0);
  const [trail] = await rowsOf(`SELECT count(*)::int AS rows, count(DISTINCT place)::int AS places,
    min(place)::int AS first, max(place)::int AS last FROM audit_event`);
  expect(trail.rows).toBeGreaterThan(PEOPLE);
  expect(trail).toEqual({ ...trail, places: trail.rows, first: 0, last: trail.rows - 1 });
  const [notes] = await rowsOf(
    "SELECT count(*)::int AS notes, count(DISTINCT size)::int AS sizes FROM audit_checkpoint",
  );
  expect(notes.notes).toBeGreaterThan(0);
  expect(notes.sizes).toBe(notes.notes);
});

test("one schedule has one job each, which one instance runs", async () => {
  await expect
    .poll(() => rowsOf("SELECT name FROM pgboss.schedule ORDER BY name"), IN_TIME)
    .toEqual([
      { name: "apply-retention" },
      { name: "check-trail" },
      { name: "create-event-months" },
      { name: "expire-hidden-state" },
    ]);
  const boss = new PgBoss({
    connectionString: cluster.databaseUrl,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  const id = await boss.send("check-trail", {});
  await boss.stop({ graceful: false });
  // At seven minutes past the hour the schedule sends one, too.
  const jobs = () =>
    rowsOf("SELECT id, state FROM pgboss.job WHERE name = 'check-trail' AND state <> 'created'");
  await expect.poll(jobs, IN_TIME).toContainEqual({ id, state: "completed" });
  const checksOf = () =>
    rowsOf("SELECT detail FROM audit_event WHERE action = 'audit.checked' ORDER BY at DESC");
  await expect
    .poll(async () => (await checksOf()).length === (await jobs()).length, IN_TIME)
    .toBe(true);
  // The whole trail, the seals and the log of every run held.
  expect((await checksOf())[0]).toMatchObject({ detail: { fault: null, runs: PEOPLE } });
});
