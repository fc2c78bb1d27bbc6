/** What reviewers found, in numbers: from a verdict to its figure, its case, and the files. */
import type { Page } from "@playwright/test";
import type { ReviewResults } from "../../lib/contracts/inspector/review/review-results.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";
import { seedRun } from "../fixtures/people/seed-run.ts";
import { sharedStack } from "../fixtures/product-database.ts";
import { openOwnCases } from "../fixtures/review/case-list.ts";
import { contestRun } from "../fixtures/review/contested-run.ts";
import { expect, test } from "../fixtures/test.ts";

const NARROW_AND_DARK = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
} as const;

const NO_SAMPLE = { judged: 0, upheld: 0, interval: null, waiting: 0 };

test("a verdict counts, opens its case, and is in the files", async ({ openAs }) => {
  const person = await joinOverHttp(sharedStack());
  // By which its figures are told from those of other tests.
  const model = `zq-model-${crypto.randomUUID()}`;
  const runId = await seedRun(person.email, "What is fibonacci(90)?", { model });
  const reference = await contestRun(person, runId);

  const auditor = await openAs("auditor");
  await openOwnCases(auditor, runId);
  await auditor.getByRole("button", { name: reference }).click();
  const desk = auditor.getByRole("region", { name: "Verdict" });
  await desk.getByLabel("The answer is wrong").check();
  for (const criterion of [/^True/, /^What was asked/, /^What it did/])
    await desk.getByRole("group", { name: criterion }).getByRole("radio").first().check();
  await desk.getByLabel("Words for the person").fill("zqtold");
  await expect(desk).toContainText("Draft kept");
  await desk.getByRole("button", { name: "Give the verdict" }).click();
  await expect(auditor).toHaveURL(/\/admin\/review$/);

  await auditor.getByRole("link", { name: "Results" }).click();
  await expect(auditor.getByRole("heading", { name: "Results" })).toBeVisible();
  expect(await findViolations(auditor)).toEqual([]);
  const byReason = auditor.getByRole("table", { name: "By reason" });
  await byReason.getByRole("row", { name: "Contested" }).getByRole("link").first().click();
  await expect(auditor.getByRole("main")).toContainText("Reason: Contested");
  await auditor.getByRole("link", { name: "Results", exact: true }).click();
  const own = auditor.getByRole("table", { name: "By model" }).getByRole("row", { name: model });
  await own.getByRole("link").first().click();
  await expect(auditor.getByRole("main")).toContainText(`Model: ${model}`);
  await expect(auditor.getByRole("link", { name: reference })).toBeVisible();
  expect(await findViolations(auditor)).toEqual([]);

  const address = "/api/admin/review/results";
  const file = async (page: Page, format: string) =>
    (await page.request.get(`${address}/export?format=${format}`)).text();
  expect(await file(auditor, "csv")).toContain("zqtold");
  const admin = await openAs("admin", NARROW_AND_DARK);
  for (const format of ["csv", "jsonl", "promptfoo"])
    expect(await file(admin, format)).not.toContain("zqtold");
  expect(await file(admin, "csv")).toContain(reference);
  await admin.goto("/admin/review/results?range=7d");
  await expect(admin.getByRole("table", { name: "By model" })).toBeVisible();
  expect(await findViolations(admin)).toEqual([]);
  const width = await admin.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);

  for (const path of ["", "/cases?by=all", "/export?format=csv", "/export?format=promptfoo"])
    expect((await person.get(`${address}${path}`)).status).toBe(404);
  for (const path of ["", "/cases"])
    expect((await person.get(`/admin/review/results${path}`)).status).toBe(404);
});

test("without a random sample nothing is said of all answers", async ({ openAs }) => {
  const auditor = await openAs("auditor");
  await auditor.route("**/api/admin/review/results?*", async (route) => {
    const response = await route.fetch();
    const results = (await response.json()) as ReviewResults;
    const total = { judged: 1, upheld: 1 };
    await route.fulfill({ response, json: { ...results, total, sample: NO_SAMPLE } });
  });
  await auditor.goto("/admin/review/results");
  await expect(auditor.getByRole("main")).toContainText("No case of the random sample was judged");
  await expect(auditor.getByRole("link", { name: /%$/ })).toHaveCount(0);
  expect(await findViolations(auditor)).toEqual([]);
});
