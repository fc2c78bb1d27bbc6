/** The database is killed, cut off from one instance, or slow; a clock is wrong. */

import { existsSync } from "node:fs";
import { installPackage } from "../../scripts/testing/install-package.ts";
import { converse } from "../fixtures/cluster/converse.ts";
import { beginRun, beginRunOn, loggedOf, readRun } from "../fixtures/cluster/follow-run.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { startGone } from "../fixtures/cluster/start-gone.ts";
import { countTo } from "../fixtures/demo-model-control.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { startTcpProxy, type TcpProxy } from "../fixtures/proxies/tcp-proxy.ts";
import { expect, test } from "../fixtures/test.ts";

const PATIENCE_MS = 240_000;
/** No instance that is only late on a busy machine loses it. */
const LEASE_MS = 3_000;
/** The bench measures how soon; here it must only not wait for anything else, such as a time limit of the database. */
const TAKEN_WITHIN_MS = LEASE_MS + 10_000;
const IN_TIME = { timeout: 30_000, intervals: [20] };
const FAKE_TIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
let cluster: Cluster;
let network: TcpProxy;
test.describe.configure({ timeout: PATIENCE_MS, mode: "serial" });
test.beforeAll(async () => {
  test.skip(!hasHaproxy(), "haproxy is not installed");
  test.setTimeout(PATIENCE_MS);
  if (!existsSync(FAKE_TIME)) installPackage("faketime");
  const hourAhead = { LD_PRELOAD: FAKE_TIME, FAKETIME: "+1h", DONT_FAKE_MONOTONIC: "1" };
  let target = 0;
  network = await startTcpProxy(() => target);
  const env = { RUN_LEASE_MS: String(LEASE_MS), RUN_SWEEP_MS: "100" };
  const ownOf = (name: string, databaseUrl: string) => {
    const address = new URL(databaseUrl);
    target = Number(address.port);
    if (name === "two" && existsSync(FAKE_TIME)) return hourAhead;
    if (name !== "one") return {};
    address.port = String(network.port);
    return { DATABASE_URL: address.href };
  };
  // Where PostgreSQL does not wait for its disk, no commit is ever slow.
  cluster = await startCluster(env, ownOf, { isDurable: true });
});
test.afterAll(async () => {
  await cluster?.remove();
  await network?.close();
});
test.afterEach(() => startGone(cluster));

test("an instance that is cut off from the database loses its runs to another, and says nothing more", async () => {
  const person = await joinOverHttp(cluster);
  const { runId, owner, others } = await beginRunOn(cluster, person, "Count to 800 slowly", "one");
  const here = readRun(person, runId, owner.url);
  const there = readRun(person, runId, others[0]?.url);
  await expect.poll(() => there.seen.text, IN_TIME).toContain("20, 21");
  network.silence();
  const cutAt = Date.now();
  await expect.poll(() => loggedOf(cluster, runId, "run.taken_over"), IN_TIME).toHaveLength(1);
  expect(Date.now() - cutAt).toBeLessThan(TAKEN_WITHIN_MS);
  // The instance closes its readers' streams without an end event. It cannot know that another one has the run.
  expect((await here.end).ending).toBeNull();
  await network.restore();
  // Who comes back to it hears of no end that it had only wanted to store.
  const comeBack = async () => {
    for (;;) {
      const read = await person.follow(runId, undefined, owner.url).catch(() => null);
      if (read?.ending) return read.ending;
    }
  };
  expect(await comeBack()).toBe("complete");
  expect(await there.end).toMatchObject({ ending: "complete", text: countTo(800) });
  expect(await loggedOf(cluster, runId, "run.ended")).toHaveLength(1);
});

test("a killed PostgreSQL that comes back loses no answer", async () => {
  const person = await joinOverHttp(cluster);
  const { runId, conversationId, others } = await beginRun(cluster, person, "Count to 400 slowly");
  const there = readRun(person, runId, others.at(-1)?.url);
  await expect.poll(() => there.seen.text, IN_TIME).toContain("20, 21");
  await cluster.killPostgres(2_000);
  const answers = () => person.answersOf(conversationId).catch(() => []);
  await expect
    .poll(answers, IN_TIME)
    .toMatchObject([{ ending: "complete", content: countTo(400) }]);
  expect(await loggedOf(cluster, runId, "run.ended")).toHaveLength(1);
  await there.end.catch(() => undefined);
});

test("clocks an hour apart and slow commits change nothing of a takeover", async () => {
  await cluster.database.query("ALTER SYSTEM SET commit_delay = 100000");
  await cluster.database.query("ALTER SYSTEM SET commit_siblings = 0");
  await cluster.database.query("SELECT pg_reload_conf()");
  const commitMs = async () => {
    const startedAt = performance.now();
    await cluster.database.query("SELECT pg_logical_emit_message(true, 'a commit', '')");
    return performance.now() - startedAt;
  };
  await expect.poll(commitMs, IN_TIME).toBeGreaterThan(90);
  const person = await joinOverHttp(cluster);
  for (const name of ["two", "three"] as const) {
    const { runId, owner, others } = await beginRunOn(cluster, person, "Count to 600 slowly", name);
    const there = readRun(person, runId, others[0]?.url);
    await expect.poll(() => there.seen.text, IN_TIME).toContain("20, 21");
    await owner.kill();
    expect(await there.end).toMatchObject({ ending: "complete", text: countTo(600) });
    const { length: takeovers } = await loggedOf(cluster, runId, "run.taken_over");
    expect(takeovers).toBeGreaterThan(0);
    expect(takeovers).toBeLessThanOrEqual(3);
    expect(await loggedOf(cluster, runId, "run.ended")).toHaveLength(1);
    await owner.start();
  }
  await cluster.database.query("ALTER SYSTEM RESET ALL");
  await cluster.database.query("SELECT pg_reload_conf()");
  expect(await converse(person, "Count to 3")).toMatchObject({ ending: "complete" });
});
