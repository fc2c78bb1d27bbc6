import type { Page } from "@playwright/test";
import { newTag } from "../../fixtures/demo-model-control.ts";
import { findViolations } from "../../fixtures/find-violations.ts";
import { makePerson } from "../../fixtures/people/make-person.ts";
import { seedRun } from "../../fixtures/people/seed-run.ts";
import { expect, test } from "../../fixtures/test.ts";

/** Rows without the header, whose cells are links too. */
const runsOf = (page: Page) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("cell") })
    .filter({ has: page.getByRole("link") });

/** A new person asked one question so many days ago. */
async function askedAgo(question: string, daysAgo: number) {
  const { email } = await makePerson();
  return { email, runId: await seedRun(email, question, { daysAgo }) };
}

test("the list looks at the last thirty days, says that there is more, and leads there", async ({
  openAs,
}) => {
  const { email } = await askedAgo(`Count to 3 ${newTag()}`, 60);
  const admin = await openAs("admin");
  await admin.goto(`/admin/runs?person=${email}`);
  const time = admin.getByRole("combobox", { name: "Time" });
  await expect(time).toHaveText("Last 30 days");
  // Also on a phone, where the other filters are folded.
  await admin.setViewportSize({ width: 390, height: 844 });
  await expect(time).toBeVisible();
  await admin.setViewportSize({ width: 1280, height: 844 });
  const why = admin.getByText("No run of this time fits these filters. There are older runs.");
  await expect(why).toBeVisible();
  expect(await findViolations(admin)).toEqual([]);

  // By keyboard alone.
  await time.focus();
  await admin.keyboard.press("Enter");
  await expect(admin.getByRole("option", { name: "Last 30 days" })).toBeFocused();
  await admin.keyboard.press("ArrowDown");
  await admin.keyboard.press("Enter");
  await expect(time).toHaveText("Last 90 days");
  await expect(admin).toHaveURL(/period=90d/);
  await expect(runsOf(admin)).toHaveCount(1);
  await admin.reload();
  await expect(time).toHaveText("Last 90 days");
  await expect(runsOf(admin)).toHaveCount(1);

  await admin.goBack();
  await expect(why).toBeVisible();
  await admin.getByRole("button", { name: "Show all time" }).click();
  await expect(admin).toHaveURL(/period=all/);
  await expect(time).toHaveText("All time");
  await expect(runsOf(admin)).toHaveCount(1);

  await time.click();
  await admin.getByRole("option", { name: "Between…" }).click();
  await expect(admin).toHaveURL(/from=.+&to=/);
  await expect(admin).not.toHaveURL(/period=/);
  await expect(admin.getByLabel("Until")).toBeVisible();
  await time.click();
  await admin.getByRole("option", { name: "Last 30 days" }).click();
  await expect(admin).not.toHaveURL(/period=|from=|to=/);
  await admin.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(admin).not.toHaveURL(/person=/);
});

test("a run that is named by its id is found, however old", async ({ openAs }) => {
  const { runId } = await askedAgo(`Count to 4 ${newTag()}`, 400);
  const admin = await openAs("admin");
  await admin.goto(`/admin/runs?q=${runId}`);
  await expect(admin.getByRole("combobox", { name: "Time" })).toHaveText("All time");
  await expect(runsOf(admin)).toHaveCount(1);
});

test("a number that is an estimate says so", async ({ openAs }) => {
  const { email } = await askedAgo(`Count to 5 ${newTag()}`, 0);
  const admin = await openAs("admin");
  await admin.route("**/api/admin/runs?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), total: 1_234_567, isEstimate: true, hasEarlier: true },
    });
  });
  await admin.goto(`/admin/runs?person=${email}`);
  await expect(admin.getByText("about 1.2 million runs")).toBeVisible();
  await expect(admin.getByText(/^Showing 1 of about 1.2 million · Older runs/)).toBeVisible();
  expect(await findViolations(admin)).toEqual([]);
  await admin.unrouteAll({ behavior: "wait" });
});
