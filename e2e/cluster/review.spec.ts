/** Three reviewers judge thirty runs on three instances, one of which is killed between a take and its verdict. */
import { FIRST_RUBRIC } from "../../lib/contracts/inspector/review/first-rubric.ts";
import { ROOT } from "../../scripts/setup/paths.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { type HttpPerson, joinOverHttp } from "../fixtures/people/http-person.ts";
import { converseOverHttp } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const CASES = 30;
const PEOPLE = 3;
/** After so many takes of one reviewer, the instance that answers is killed. */
const KILLED_AFTER = 4;
const PATIENCE_MS = 480_000;

let cluster: Cluster;

test.describe.configure({ timeout: PATIENCE_MS });
test.beforeAll(async () => {
  test.skip(!hasHaproxy(), "haproxy is not installed");
  test.setTimeout(PATIENCE_MS);
  cluster = await startCluster({ REVIEW_TWO_JUDGES_PERCENT: "40" });
});
test.afterAll(() => cluster?.remove());

/** Again, where the instance that was asked is gone. */
async function post(who: HttpPerson, path: string, data: object): Promise<Response> {
  let answer: Response | null = null;
  await expect(async () => {
    answer = await who.request("POST", path, data);
    expect(answer.status).toBeLessThan(500);
  }).toPass({ timeout: 120_000 });
  if (!answer) throw new Error(`${path} has no answer`);
  return answer;
}

/** Thirty runs of three people, who ask at once. */
async function makeRuns(): Promise<string[]> {
  const asking = Array.from({ length: PEOPLE }, async (_, person) => {
    const questions = Array.from(
      { length: CASES / PEOPLE },
      (_, index) => `What is ${person} plus ${index}?`,
    );
    return (await converseOverHttp(await joinOverHttp(cluster), questions)).runIds;
  });
  return (await Promise.all(asking)).flat();
}

const verdictOf = (upheld: boolean) => ({
  ...{ upheld, rubric: FIRST_RUBRIC.version, labels: [], marks: [], note: "" },
  ...{ told: upheld ? "It is not right." : "", forget: false },
  answers: { true: !upheld, asked: true, acts: "as-agreed" },
});

type Found = { others: unknown[]; state: string };

/** Takes and judges until no case waits. @returns the runs that they judged, in order */
async function judgeAll(
  who: HttpPerson,
  finds: (runId: string) => boolean,
  onTaken: (taken: number) => Promise<void>,
): Promise<string[]> {
  const judged: string[] = [];
  while ((await countOpen()) > 0) {
    const taken = await post(who, "/api/admin/review", { runId: null });
    const { runId } = (await taken.json()) as { runId: string | null };
    // The rest is for others, who differ, or have not judged yet.
    if (runId === null) continue;
    await onTaken(judged.length + 1);
    const path = `/api/admin/review/${runId}`;
    const verdict = verdictOf(finds(runId));
    expect((await post(who, path, { do: "keep", draft: verdict })).status).toBe(200);
    const { status } = await post(who, path, { do: "judge", verdict });
    // 409: it was stored by the instance that was killed before it could say so.
    expect([200, 409]).toContain(status);
    judged.push(runId);
    const found = (await (await who.get(path)).json()) as Found;
    if (found.state === "open" || found.state === "taken") expect(found.others).toEqual([]);
  }
  return judged;
}

async function countOpen(): Promise<number> {
  const { rows } = await cluster.database.query<{ open: number }>(
    "SELECT count(*)::int AS open FROM review_case WHERE state = 'open'",
  );
  return rows[0]?.open ?? 0;
}

test("no case is judged twice by anybody, pairs are blind, a third decides, and nothing is lost", async () => {
  const runIds = await makeRuns();
  const [admin, one, two] = await Promise.all([
    joinOverHttp(cluster, ROOT, "admin"),
    joinOverHttp(cluster, ROOT, "auditor"),
    joinOverHttp(cluster, ROOT, "auditor"),
  ]);
  const sent = await post(admin, "/api/admin/review/sent", { runIds });
  expect(await sent.json()).toEqual({ sent: CASES, hasMore: false });

  const [first] = cluster.instances;
  if (!first) throw new Error("there is no instance");
  const killOnce = async (taken: number) => {
    if (taken !== KILLED_AFTER) return;
    await first.kill();
    await first.start();
  };
  const done = async () => undefined;
  // The first finds every answer wrong, the others none: each pair with the first one differs.
  const judged = await Promise.all([
    judgeAll(one, () => true, killOnce),
    judgeAll(two, () => false, done),
    judgeAll(admin, () => false, done),
  ]);

  for (const own of judged) expect(new Set(own).size).toBe(own.length);
  const { rows } = await cluster.database.query<{
    run_id: string;
    asks: number;
    state: string;
    judges: number;
    verdicts: number;
    seats: number[];
    finds: number;
  }>(
    `SELECT run_id, asks, state, count(DISTINCT judged_by)::int AS judges, count(*)::int AS verdicts,
       array_agg(review_verdict.seat ORDER BY review_verdict.seat) AS seats, count(DISTINCT upheld)::int AS finds
     FROM review_case JOIN review_verdict USING (run_id) GROUP BY run_id, asks, state`,
  );
  expect(rows.map(({ run_id: runId }) => runId).toSorted()).toEqual(runIds.toSorted());
  for (const { state, judges, verdicts, seats, finds } of rows) {
    expect(state).not.toBe("open");
    expect(judges).toBe(verdicts);
    expect([[1], [1, 2], [1, 2, 3]]).toContainEqual(seats);
    if (seats.length === 2) expect(finds).toBe(1);
    if (seats.length === 3) expect(finds).toBe(2);
  }
  expect(rows.reduce((sum, { verdicts }) => sum + verdicts, 0)).toBe(judged.flat().length);
  // By lot: 2 in 10^7 runs of this test have no pair at all.
  expect(rows.filter(({ seats }) => seats.length > 1).length).toBeGreaterThan(0);
  const trail = await cluster.database.query<{ action: string; rows: number }>(
    `SELECT action, count(*)::int AS rows FROM audit_event WHERE action IN ('review.judged', 'review.decided') GROUP BY action`,
  );
  const told = new Map(trail.rows.map(({ action, rows: count }) => [action, count]));
  expect(told.get("review.judged")).toBe(judged.flat().length);
  expect(told.get("review.decided") ?? 0).toBe(rows.filter(({ seats }) => seats.length > 1).length);
});
