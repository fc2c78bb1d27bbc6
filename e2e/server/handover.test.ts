/** Runs change hands where an instance is told to end. What else instances do to each other is in e2e/cluster. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PATIENCE } from "../../scripts/testing/until.ts";
import { beginRun, loggedOf, readRun } from "../fixtures/cluster/follow-run.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { countTo } from "../fixtures/demo-model-control.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";

/** As patient as a slow machine needs: nothing depends on how long it takes. */
const IN_TIME = { ...PATIENCE, interval: 20 };
// Without haproxy it is skipped, and the last line of `npm test` names it.
describe.skipIf(!hasHaproxy())("three instances behind haproxy", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ RUN_SWEEP_MS: "100" });
  });
  afterAll(() => cluster?.remove());

  test("an instance that is told to end hands its runs over, and their readers go on elsewhere", async () => {
    const person = await joinOverHttp(cluster);
    const { runId, conversationId, owner, others } = await beginRun(
      cluster,
      person,
      "Count to 2000 slowly",
    );
    const here = readRun(person, runId, owner.url);
    await expect.poll(() => here.seen.text, IN_TIME).toContain("20, 21");
    const there = readRun(person, runId, others[0]?.url);
    owner.signal("SIGTERM");
    // The stream ends without an end of the answer, so that the browser comes back.
    expect(await here.end).toMatchObject({ ending: null });
    await expect.poll(() => loggedOf(cluster, runId, "run.taken_over"), IN_TIME).toHaveLength(1);
    const { length } = there.seen.text;
    await expect.poll(() => there.seen.text.length, IN_TIME).toBeGreaterThan(length + 100);
    await person.stop(runId);
    const { ending, text } = await there.end;
    expect(ending).toBe("stopped");
    expect(countTo(2_000).startsWith(text)).toBe(true);
    expect(await person.answersOf(conversationId)).toMatchObject([{ ending: "stopped" }]);
    await owner.kill();
  });
});
