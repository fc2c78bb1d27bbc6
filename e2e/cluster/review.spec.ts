/** Three reviewers, each in a browser of their own, judge thirty runs on three instances, one of which is killed between a take and its verdict. */
import type { Browser, Page } from "@playwright/test";
import { ROOT } from "../../scripts/setup/paths.ts";
import { hasHaproxy } from "../fixtures/cluster/haproxy.ts";
import { type Cluster, startCluster } from "../fixtures/cluster/start-cluster.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { makePerson, type Role } from "../fixtures/people/make-person.ts";
import { enterAs } from "../fixtures/people/new-person.ts";
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

const CASE_PAGE = /\/admin\/review\/([0-9a-f-]{36})$/;

/** A reviewer's own browser, without what another knows. */
async function openReviewer(browser: Browser, role: Role): Promise<Page> {
  const context = await browser.newContext({ baseURL: cluster.url });
  const page = await context.newPage();
  await enterAs(page, await makePerson(role, cluster), cluster);
  return page;
}

/** Takes and judges by the keyboard until no case waits. @returns the runs that they judged, in order */
async function judgeAll(
  page: Page,
  finds: (runId: string) => boolean,
  onTaken: (taken: number) => Promise<void>,
): Promise<string[]> {
  const judged: string[] = [];
  while ((await countOpen()) > 0) {
    const runId = await takeNext(page);
    // The rest is for others, who differ, or have not judged yet.
    if (runId === null) continue;
    await onTaken(judged.length + 1);
    const desk = page.getByRole("region", { name: "Verdict" });
    await expect(desk.getByRole("group", { name: /^True/ })).toBeVisible();
    const others = desk.getByRole("region", { name: /^(First|Second) judge$/ });
    const decides = await desk.getByText("Your verdict decides").isVisible();
    await expect(others).toHaveCount(decides ? 2 : 0);
    await page.locator("#panel").focus();
    const isWrong = finds(runId);
    for (const key of ["v", isWrong ? "1" : "2", isWrong ? "2" : "1", "1", "1"])
      await page.keyboard.press(key);
    if (isWrong) await desk.getByLabel("Words for the person").fill("It is not right.");
    await expect(desk).toContainText("Draft kept");
    await giveVerdict(page);
    judged.push(runId);
  }
  return judged;
}

/** Again, where the instance that was asked is gone. @returns null where none is for this reviewer */
async function takeNext(page: Page): Promise<string | null> {
  let runId: string | null = null;
  await expect(async () => {
    await page.goto("/admin/review");
    const next = page.getByRole("button", { name: "Take next" });
    await next.click({ timeout: 5_000 });
    const none = page.getByText("No case is open for you.");
    await expect(none.or(page.getByRole("region", { name: "Verdict" }))).toBeVisible();
    runId = CASE_PAGE.exec(page.url())?.[1] ?? null;
  }).toPass({ timeout: 120_000 });
  return runId;
}

/** Again, where the instance that was asked is gone: it may have stored the verdict before it could say so. */
async function giveVerdict(page: Page): Promise<void> {
  const list = /\/admin\/review$/;
  const address = page.url();
  await expect(async () => {
    if (!list.test(page.url())) {
      await page.getByRole("button", { name: "Give the verdict" }).click({ timeout: 5_000 });
      await expect(page).toHaveURL(list, { timeout: 10_000 });
    }
  })
    .toPass({ timeout: 30_000 })
    .catch(async () => {
      await page.goto(address);
      await expect(page.getByRole("region", { name: "Your verdict" })).toBeVisible();
    });
}

async function countOpen(): Promise<number> {
  const { rows } = await cluster.database.query<{ open: number }>(
    "SELECT count(*)::int AS open FROM review_case WHERE state = 'open'",
  );
  return rows[0]?.open ?? 0;
}

test("no case is judged twice by anybody, pairs are blind, a third decides, and nothing is lost", async ({
  browser,
}) => {
  const runIds = await makeRuns();
  const sender = await joinOverHttp(cluster, ROOT, "admin");
  const sent = await sender.request("POST", "/api/admin/review/sent", { runIds });
  expect(await sent.json()).toEqual({ sent: CASES, hasMore: false });
  const [one, two, admin] = [
    await openReviewer(browser, "auditor"),
    await openReviewer(browser, "auditor"),
    await openReviewer(browser, "admin"),
  ];

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
