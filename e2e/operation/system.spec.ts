/** The page of the system: instances, takeovers and work, who may see it, and its looks. */
import type { Page } from "@playwright/test";
import { findViolations } from "../fixtures/find-violations.ts";
import { openRuns } from "../fixtures/open-runs.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { inTurn, sharedStack, sql } from "../fixtures/product-database.ts";
import { converseOverHttp } from "../fixtures/runs-of.ts";
import { expect, test } from "../fixtures/test.ts";

const ADDRESS = "/admin/system";
const QUESTION = "What is fibonacci(30)?";
const DEAD = "10000000-0000-4000-8000-000000000001";
const NEXT = "20000000-0000-4000-8000-000000000002";

let recorded: Promise<string> | undefined;

/** A run of these tests alone, which say that it was taken over. */
async function recordTakeover(operator: Page): Promise<string> {
  recorded ??= addTakeover();
  const runId = await recorded;
  await openRuns(operator, [runId]);
  return runId;
}

/** Puts a takeover and a call that may have happened at the end of a run's log. */
async function addTakeover(): Promise<string> {
  const { runIds } = await converseOverHttp(await joinOverHttp(sharedStack()), [QUESTION]);
  const [runId = ""] = runIds;
  // Events that are not the application's are found where they are there before the log is sealed.
  const seals = () => sql("SELECT 1 FROM run_seal WHERE run_id = $1", [runId]);
  await expect.poll(seals).toHaveLength(1);
  const events = [
    ["run.taken_over", { from: `a:${DEAD}`, to: `b:${NEXT}`, takeover: 1, length: 1234 }],
    ["run.noted", { code: "may-have-happened", detail: "delete_user" }],
  ] as const;
  for (const [type, payload] of events) {
    await sql(
      `INSERT INTO run_event (run_id, seq, at, type, visibility, payload)
       SELECT $1::uuid, max(seq) + 1, now(), $2::text, 'hidden', $3::jsonb FROM run_event
       WHERE run_id = $1::uuid`,
      [runId, type, JSON.stringify(payload)],
    );
  }
  return runId;
}

const stateOf = (page: Page, id: string) =>
  page.getByRole("table", { name: "Instances" }).getByRole("row").filter({ hasText: id });

test("an operator comes by the navigation, and reads instances, takeovers and work", async ({
  openAs,
}) => {
  const admin = await openAs("admin");
  const runId = await recordTakeover(admin);
  await admin.goto("/admin");
  const navigation = admin.getByRole("navigation", { name: "Inspector" });
  await navigation.getByRole("link", { name: "System" }).click();
  await expect(admin).toHaveURL(ADDRESS);
  await expect(navigation.getByRole("link", { name: "System" })).toHaveAttribute(
    "aria-current",
    "page",
  );

  const own = stateOf(admin, "answers you");
  await expect(own.getByRole("cell", { name: "Up", exact: true })).toBeVisible();
  await expect(own).toContainText("MB");
  const work = admin.getByRole("region", { name: "Work" });
  await expect(work).toContainText("Running runs");
  await expect(work).toContainText("PostgreSQL");
  await expect(work.getByText("Open", { exact: true })).toBeVisible();

  const takeover = admin
    .getByRole("table", { name: "Takeovers" })
    .getByRole("row")
    .filter({ hasText: runId });
  await expect(takeover).toContainText("a:10000000");
  await expect(takeover).toContainText("b:20000000");
  await expect(takeover).toContainText("1,234");
  await expect(takeover.getByRole("button", { name: "May have happened" })).toBeVisible();
  await takeover.getByRole("link").click();
  await expect(admin).toHaveURL(new RegExp(`/admin/runs/${runId}`));
});

test("the page follows by itself: an instance that comes, drains and is gone", async ({
  openAs,
}) => {
  const auditor = await openAs("auditor");
  await inTurn("instances", () => followInstance(auditor));
});

async function followInstance(auditor: Page): Promise<void> {
  await auditor.goto(ADDRESS);
  await expect(stateOf(auditor, "answers you")).toHaveCount(1);
  await expect(auditor.getByText("a deploy is under way")).toHaveCount(0);
  const id = `follower:${crypto.randomUUID()}`;
  try {
    // Seen a little ahead of time, so that it stays up for as long as the test looks.
    await sql(
      "INSERT INTO instance (id, version, seen_at) VALUES ($1, '99.0.0', now() + interval '1 minute')",
      [id],
    );
    await expect(stateOf(auditor, id.slice(0, 17))).toContainText("Up");
    await expect(auditor.getByRole("status").filter({ hasText: "deploy" })).toContainText("99.0.0");
    await sql("UPDATE instance SET is_draining = true WHERE id = $1", [id]);
    await expect(stateOf(auditor, id.slice(0, 17))).toContainText("Draining");
    await sql("UPDATE instance SET seen_at = now() - interval '6 seconds' WHERE id = $1", [id]);
    await expect(stateOf(auditor, id.slice(0, 17))).toContainText("Gone");
    await expect(auditor.getByText("a deploy is under way")).toHaveCount(0);
  } finally {
    await sql("DELETE FROM instance WHERE id = $1", [id]);
  }
}

test.describe("others", () => {
  test.use({ allowedErrors: [/404/] });

  test("a person without the role finds nothing", async ({ page, signIn }) => {
    await signIn("user");
    await page.goto("/");
    expect((await page.goto(ADDRESS))?.status()).toBe(404);
    const answer = await page.evaluate(async () => (await fetch("/api/admin/system")).status);
    expect(answer).toBe(404);
  });
});

test.describe("a failure", () => {
  test.use({ allowedErrors: [/503|Failed to load/] });

  test("is told, and what was read stays", async ({ openAs }) => {
    const admin = await openAs("admin");
    let isAway = true;
    await admin.route("**/api/admin/system", (route) =>
      isAway ? route.fulfill({ status: 503, body: "{}" }) : route.continue(),
    );
    await admin.goto(ADDRESS);
    const alert = admin.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("The server did not answer.");
    isAway = false;
    // The page asks again by itself, too, and may be first.
    const again = admin.getByRole("button", { name: "Try again" });
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 });
      await expect(stateOf(admin, "answers you")).toHaveCount(1, { timeout: 2_000 });
    }).toPass();
    await expect(alert).toHaveCount(0);
    isAway = true;
    await expect(admin.getByText("What you see is from before.")).toBeVisible();
    await expect(stateOf(admin, "answers you")).toHaveCount(1);
  });
});

for (const [name, look] of [
  ["narrow and dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ["narrow and light", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ["wide and dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
  ["wide and light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
] as const) {
  test(`the page is usable ${name}`, async ({ openAs }) => {
    const auditor = await openAs("auditor", look);
    await recordTakeover(auditor);
    await auditor.goto(ADDRESS);
    await expect(
      auditor.getByText("May have happened").filter({ visible: true }).first(),
    ).toBeVisible();
    expect(await findViolations(auditor)).toEqual([]);
    const width = await auditor.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(look.viewport.width);
  });
}
