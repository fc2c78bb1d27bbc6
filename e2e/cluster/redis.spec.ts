/** Instances whose bus is a Redis, which dies and comes back. */
import { createClient } from "@redis/client";
import { findFreePort } from "../../scripts/processes/find-free-port.ts";
import type { KeptChild } from "../../scripts/processes/keep-child.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { hasRedis, startRedis } from "../fixtures/cluster/redis.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { countTo } from "../fixtures/demo-model-control.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { expect, test } from "../fixtures/test.ts";

const PATIENCE_MS = 240_000;
const IN_TIME = { timeout: 30_000, intervals: [20] };
let cluster: Cluster | undefined;
let redis: KeptChild;
let port: number;

test.describe.configure({ timeout: PATIENCE_MS, mode: "serial" });
test.beforeAll(async () => {
  test.skip(!hasHaproxy() || !hasRedis(), "haproxy or redis is not installed");
  test.setTimeout(PATIENCE_MS);
  port = await findFreePort();
  redis = startRedis(port);
  cluster = await startCluster({ HALFSILVER_BUS: `redis://127.0.0.1:${port}` });
});
test.afterAll(async () => {
  await cluster?.remove();
  await redis?.stop();
});

test("a reader on another instance misses nothing while the Redis dies and comes back, and a stop arrives", async () => {
  if (!cluster) throw new Error("there is no cluster");
  const { database, instances } = cluster;
  const [first] = instances;
  const bus = async () => (await (await fetch(`${first?.url}/api/health`)).json()).parts.bus;
  await expect.poll(bus, IN_TIME).toBe("ok");
  const person = await joinOverHttp(cluster);
  const begin = async (question: string) => {
    const sent = await person.send(question);
    if (!sent.ok) throw new Error(sent.message);
    const { rows } = await database.query("SELECT lease_owner FROM run WHERE id = $1", [
      sent.runId,
    ]);
    const other = instances.find(({ name }) => !String(rows[0].lease_owner).startsWith(name));
    const seen = { text: "" };
    const end = person.follow(
      sent.runId,
      (text) => {
        seen.text = text;
      },
      other?.url,
    );
    return { runId: sent.runId, seen, end };
  };
  const counting = await begin("Count to 150 slowly");
  await expect.poll(() => counting.seen.text, IN_TIME).toContain("20, 21");
  redis.kill();
  await redis.exited;
  await expect.poll(bus, IN_TIME).toBe("lost");
  await expect.poll(() => counting.seen.text, IN_TIME).toContain("70, 71");
  redis = startRedis(port);
  await expect.poll(bus, IN_TIME).toBe("ok");
  // One that hangs keeps its connections open.
  const control = await createClient({ url: `redis://127.0.0.1:${port}` }).connect();
  await control.sendCommand(["CLIENT", "PAUSE", "7000", "ALL"]);
  control.destroy();
  await expect.poll(bus, { ...IN_TIME, intervals: [100] }).toBe("lost");
  await expect.poll(bus, IN_TIME).toBe("ok");
  expect(await counting.end).toMatchObject({ ending: "complete", text: countTo(150) });

  const long = await begin("Count to 2000 slowly");
  await expect.poll(() => long.seen.text, IN_TIME).toContain("20, 21");
  await person.stop(long.runId);
  expect(await long.end).toMatchObject({ ending: "stopped" });
});
