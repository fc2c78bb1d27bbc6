/** Instances that reach their database through a PgBouncer in transaction mode. */
import { findFreePort } from "../../scripts/processes/find-free-port.ts";
import type { KeptChild } from "../../scripts/processes/keep-child.ts";
import {
  keepsNames,
  type Pooler,
  pgbouncerVersion,
  startPgbouncer,
} from "../../scripts/testing/start-pgbouncer.ts";
import { approve, converse } from "../fixtures/cluster/converse.ts";
import { beginRun, loggedOf, readRun } from "../fixtures/cluster/follow-run.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { hasRedis, startRedis } from "../fixtures/cluster/redis.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { countTo } from "../fixtures/demo-model-control.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { expect, test } from "../fixtures/test.ts";

const PATIENCE_MS = 240_000;
const IN_TIME = { timeout: 30_000, intervals: [20] };
let cluster: Cluster | undefined;
let pooler: Promise<Pooler> | undefined;
let redis: KeptChild | undefined;

test.describe.configure({ timeout: PATIENCE_MS, mode: "serial" });
test.beforeAll(() => {
  test.skip(!hasHaproxy(), "haproxy is not installed");
  test.skip(!keepsNames(pgbouncerVersion()), "no PgBouncer of 1.21 or later is installed");
});
test.afterEach(async () => {
  await cluster?.remove();
  await (await pooler)?.stop();
  await redis?.stop();
  [cluster, pooler, redis] = [undefined, undefined, undefined];
});

async function startBehindPooler(env: Record<string, string> = {}): Promise<Cluster> {
  const lease = { RUN_LEASE_MS: "3000", RUN_SWEEP_MS: "100" };
  cluster = await startCluster({ ...lease, ...env }, async (_name, databaseUrl) => {
    pooler ??= startPgbouncer(databaseUrl);
    return { DATABASE_URL: (await pooler).url };
  });
  return cluster;
}

const busOf = async ({ instances }: Cluster) =>
  (await (await fetch(`${instances[0]?.url}/api/health`)).json()).parts.bus;

test("without a Redis the bus says that it is lost, and everything else works", async () => {
  const behind = await startBehindPooler();
  expect(await busOf(behind)).toBe("lost");
  const person = await joinOverHttp(behind);
  expect((await converse(person, "What is fibonacci(20)?")).text).toContain("6765");
  expect((await person.upload("notes.txt", 2_000)).status).toBe(201);
  const asked = await converse(
    person,
    "Add a person: Jane Doe, jane@people.example, Sales, Berlin",
  );
  const { rows } = await behind.database.query("SELECT id FROM approval");
  const { conversationId } = asked;
  expect((await approve(person, rows[0].id, async () => null)).text).toContain("is added");
  expect((await person.answersOf(conversationId)).length).toBe(2);

  const { runId, owner, others } = await beginRun(behind, person, "Count to 400 slowly");
  const there = readRun(person, runId, others[0]?.url);
  await expect.poll(() => there.seen.text, IN_TIME).toContain("20, 21");
  await owner.kill();
  expect(await there.end).toMatchObject({ ending: "complete", text: countTo(400) });
  const { length: takeovers } = await loggedOf(behind, runId, "run.taken_over");
  expect(takeovers).toBeGreaterThan(0);
  expect(takeovers).toBeLessThanOrEqual(3);
  expect(await loggedOf(behind, runId, "run.ended")).toHaveLength(1);
  await owner.start();

  const long = await beginRun(behind, person, "Count to 2000 slowly");
  const reader = readRun(person, long.runId, long.others[0]?.url);
  await expect.poll(() => reader.seen.text, IN_TIME).toContain("20, 21");
  await person.stop(long.runId);
  expect(await reader.end).toMatchObject({ ending: "stopped" });
  for (const instance of behind.instances)
    expect(instance.lastOutput()).not.toMatch(/prepared statement|startup parameter/);
});

test("with a Redis the bus is open", async () => {
  test.skip(!hasRedis(), "redis is not installed");
  const port = await findFreePort();
  redis = startRedis(port);
  const behind = await startBehindPooler({ HALFSILVER_BUS: `redis://127.0.0.1:${port}` });
  await expect.poll(() => busOf(behind), IN_TIME).toBe("ok");
  const person = await joinOverHttp(behind);
  const { runId, others } = await beginRun(behind, person, "Count to 60 slowly");
  const there = readRun(person, runId, others[0]?.url);
  expect(await there.end).toMatchObject({ ending: "complete", text: countTo(60) });
});
