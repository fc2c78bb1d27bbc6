/** What a person sees while instances freeze, are told to end, or lose the bus between them. */

import { beginRun, loggedOf, readRun } from "../fixtures/cluster/follow-run.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { startGone } from "../fixtures/cluster/start-gone.ts";
import { countTo } from "../fixtures/demo-model-control.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { expect, test } from "../fixtures/test.ts";

const PATIENCE_MS = 240_000;
const LEASE_MS = 5_000;
const IN_TIME = { timeout: 30_000, intervals: [20] };
let cluster: Cluster;
test.describe.configure({ timeout: PATIENCE_MS, mode: "serial" });
test.beforeAll(async () => {
  test.skip(!hasHaproxy(), "haproxy is not installed");
  test.setTimeout(PATIENCE_MS);
  cluster = await startCluster({ RUN_LEASE_MS: String(LEASE_MS), RUN_SWEEP_MS: "100" });
});
test.afterAll(() => cluster?.remove());
test.afterEach(() => startGone(cluster));

test("an instance that freezes and comes back changes nothing and says nothing", async () => {
  const person = await joinOverHttp(cluster);
  const { runId, conversationId, owner, others } = await beginRun(
    cluster,
    person,
    "Count to 800 slowly",
  );
  const here = readRun(person, runId, owner.url);
  const there = readRun(person, runId, others[0]?.url);
  await expect.poll(() => here.seen.text, IN_TIME).toContain("20, 21");
  owner.signal("SIGSTOP");
  await expect.poll(() => loggedOf(cluster, runId, "run.taken_over"), IN_TIME).toHaveLength(1);
  await expect.poll(() => there.seen.text, IN_TIME).toContain("50, 51");
  const before = here.seen.text;
  owner.signal("SIGCONT");
  expect(await there.end).toMatchObject({ ending: "complete", text: countTo(800) });
  // Its own reader is sent away without an end, and has read nothing since.
  expect(await here.end).toMatchObject({ ending: null, text: before });
  expect(await loggedOf(cluster, runId, "run.ended")).toHaveLength(1);
  expect(await person.answersOf(conversationId)).toMatchObject([
    { ending: "complete", content: countTo(800) },
  ]);
});

test("an answer under way still reaches the services of an instance that is told to end", async () => {
  const person = await joinOverHttp(cluster);
  const question = "list users";
  await cluster.model.queue({ scenario: "slow", match: question, held: true });
  const { runId, owner, others } = await beginRun(cluster, person, question);
  const there = readRun(person, runId, others[0]?.url);
  // Planning, a guess that is given up, and the agent's own call, which is held.
  const underWay = async () =>
    (await cluster.model.requests(question)).map(({ endedAt }) => endedAt === null);
  await expect.poll(underWay, IN_TIME).toEqual([false, false, true]);
  owner.signal("SIGTERM");
  const readiness = () =>
    fetch(`${owner.url}/api/ready`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(readiness, IN_TIME).not.toBe(200);
  await cluster.model.release(question);
  expect(await there.end).toMatchObject({
    ending: "complete",
    text: expect.stringContaining("@"),
  });
  const notes = await loggedOf(cluster, runId, "run.noted");
  expect(notes.filter(({ code }) => code === "service-failed")).toEqual([]);
  await owner.kill();
  // Kept connections to it break with it.
  const status = () =>
    fetch(`${cluster.url}/api/ready`).then(
      (one) => one.status,
      () => 0,
    );
  await expect.poll(status, IN_TIME).toBe(200);
});

test("without the bus readers read the log, and health says so", async () => {
  const person = await joinOverHttp(cluster);
  const { runId, owner, others } = await beginRun(cluster, person, "Count to 150 slowly");
  const there = readRun(person, runId, others[0]?.url);
  await expect.poll(() => there.seen.text, IN_TIME).toContain("20, 21");
  const cut = () =>
    cluster.database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'LISTEN%' OR query LIKE '%pg_notify%' AND pid <> pg_backend_pid()",
    );
  const cutting = setInterval(() => void cut(), 100);
  const health = async () => (await (await fetch(`${owner.url}/api/health`)).json()).parts.bus;
  await expect.poll(health, IN_TIME).toBe("lost");
  expect(await there.end).toMatchObject({ ending: "complete", text: countTo(150) });
  clearInterval(cutting);
  await expect.poll(health, IN_TIME).toBe("ok");
});

test("a stop on any instance ends the answer at once", async () => {
  const person = await joinOverHttp(cluster);
  const { runId, others } = await beginRun(cluster, person, "Count to 2000 slowly");
  const there = readRun(person, runId, others[0]?.url);
  await expect.poll(() => there.seen.text, IN_TIME).toContain("20, 21");
  await person.stop(runId);
  expect(await there.end).toMatchObject({ ending: "stopped" });
});
