/** Where a reviewer works: what the person saw, comments, whose a case is, putting it aside, and their own page. */
import type { Page } from "@playwright/test";
import { findViolations } from "../fixtures/find-violations.ts";
import { enterAs } from "../fixtures/people/new-person.ts";
import { caseRow, openCaseList, openOwnCases } from "../fixtures/review/case-list.ts";
import { contestedRun } from "../fixtures/review/contested-run.ts";
import { expect, test } from "../fixtures/test.ts";

const NARROW_AND_DARK = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
} as const;

test("a case is assigned, read, commented on, put aside and judged", async ({
  page: chatting,
  openAs,
}) => {
  const contested = await contestedRun("list users and chart how many joined each month");
  const { reference, runId } = contested;

  const [auditor, admin] = [await openAs("auditor"), await openAs("admin")];
  await openCaseList(auditor, reference, "show=open");
  const row = caseRow(auditor, reference);
  await row.getByRole("button", { name: "Make it yours" }).click();
  await expect(row).toContainText("For you");
  await openCaseList(admin, reference, "show=open");
  const others = caseRow(admin, reference);
  await expect(others.getByRole("combobox", { name: "Whose it is" })).not.toContainText("Nobody");
  await expect(others.getByRole("button", { name: reference })).toHaveCount(0);
  await auditor.keyboard.press("3");
  await expect(auditor).toHaveURL(/show=mine/);
  expect(await findViolations(auditor)).toEqual([]);

  await row.getByRole("button", { name: reference }).click();
  await expect(auditor).toHaveURL(`/admin/review/${runId}`);
  const seen = auditor.getByRole("region", { name: "What the person sees" });
  await expect(seen.getByRole("article").first()).toContainText("chart how many");
  await expect(auditor.getByRole("link", { name: "Review" }).first()).toBeVisible();
  for (const part of ["", "/desk", "/seen"]) {
    const { status } = await statusOf(admin, `/api/admin/review/${runId}${part}`);
    expect(status, part).toBe(404);
  }
  const picture = seen.getByRole("img").first();
  await expect(picture).toBeVisible();
  const address = (await picture.getAttribute("src")) ?? "";
  expect((await auditor.request.get(address)).status()).toBe(200);
  expect((await admin.request.get(address)).status()).toBe(404);

  await auditor.keyboard.press("c");
  const desk = auditor.getByRole("region", { name: "Verdict" });
  await expect(desk.getByLabel("Comment for other reviewers")).toBeFocused();
  await auditor.keyboard.type("zqcomment");
  await desk.getByRole("button", { name: "Add" }).click();
  await expect(desk).toContainText("Comments (1)");
  expect(await findViolations(auditor)).toEqual([]);
  await auditor.locator("body").press("Escape");
  await auditor.getByRole("heading", { level: 1 }).click();
  await auditor.keyboard.press("?");
  await expect(auditor.getByRole("dialog")).toContainText("To the comments");
  await auditor.keyboard.press("Escape");

  await desk.getByText("Put aside", { exact: true }).first().click();
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await desk.getByLabel("Until").fill(tomorrow);
  await desk.getByRole("button", { name: "Put aside" }).click();
  await expect(auditor).toHaveURL(/\/admin\/review$/);
  await openCaseList(auditor, reference, "show=aside");
  await expect(row).toContainText("Put aside until");

  await row.getByRole("button", { name: reference }).click();
  await expect(desk).toContainText("zqcomment");
  await desk.getByLabel("The answer is not wrong").check();
  for (const criterion of [/^True/, /^What was asked/, /^What it did/])
    await desk.getByRole("group", { name: criterion }).getByRole("radio").first().check();
  await expect(desk).toContainText("Draft kept");
  await desk.getByRole("button", { name: "Give the verdict" }).click();
  await expect(auditor).toHaveURL(/\/admin\/review$/);
  await auditor.keyboard.press("m");
  await expect(auditor).toHaveURL(/\/admin\/review\/mine$/);
  await expect(auditor.getByRole("region", { name: "Today’s verdicts" })).toContainText(reference);
  expect(await findViolations(auditor)).toEqual([]);
  await enterAs(chatting, contested.person);
  await chatting.goto(`/c/${contested.conversationId}`);
  await expect(chatting.getByRole("article", { name: "Assistant" })).toBeVisible();
  await expect(chatting.locator("body")).not.toContainText("zqcomment");
});

const statusOf = async (page: Page, address: string) => ({
  status: (await page.request.get(address)).status(),
});

test("a case that is left while it is read is refused to nobody", async ({ openAs }) => {
  const { reference, runId } = await contestedRun("What is fibonacci(11)?");
  const auditor = await openAs("auditor");
  await openOwnCases(auditor, runId);
  const left = Promise.withResolvers<void>();
  const reads: Promise<unknown>[] = [];
  await auditor.route(/\/api\/admin\/review\/[^/]+\/(?:desk|seen)$/, (route) => {
    // One that was cancelled meanwhile has nobody to answer.
    const read = left.promise
      .then(() => route.fetch())
      .then((response) => route.fulfill({ response }));
    reads.push(read.catch(() => undefined));
  });
  await auditor.getByRole("button", { name: reference }).click();
  await expect.poll(() => reads.length).toBe(2);
  await auditor.route(/\/api\/admin\/review\/[^/]+$/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch();
    left.resolve();
    await Promise.all(reads);
    await route.fulfill({ response });
  });
  await auditor.getByRole("button", { name: "Leave the case" }).click();
  // A refusal on the way there is in the console, which the fixture of the page reads.
  await expect(auditor).toHaveURL(/\/admin\/review(?:\?|$)/);
});

test("a case on a narrow, dark screen is a tab beside the others", async ({ openAs }) => {
  const { reference, runId } = await contestedRun("What is fibonacci(10)?");
  const page = await openAs("auditor", NARROW_AND_DARK);
  await openOwnCases(page, runId);
  await page.getByRole("button", { name: reference }).click();
  await page.getByRole("tab", { name: "Conversation" }).click();
  await expect(page.getByRole("region", { name: "What the person sees" })).toContainText("55");
  await page.getByRole("tab", { name: "Case" }).click();
  await expect(page.getByLabel("Note for reviewers")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.goto("/admin/review/mine");
  await expect(page.getByRole("region", { name: "Cases that you have" })).toContainText(reference);
  expect(await findViolations(page)).toEqual([]);
});

test("on a low screen panels and desk keep room, and all of both can be reached", async ({
  openAs,
}) => {
  const { reference, runId } = await contestedRun("What is fibonacci(20)?");
  const page = await openAs("auditor");
  await openOwnCases(page, runId);
  await page.getByRole("button", { name: reference }).click();
  const desk = page.getByRole("region", { name: "Verdict" });
  await page.getByRole("tab", { name: /^Timeline/ }).click();
  const rows = page.locator("#panel").getByRole("button", { name: /general|python/ });
  for (const height of [900, 600, 460, 360]) {
    await page.setViewportSize({ width: 1280, height });
    for (const row of await rows.all()) await row.click();
    await desk.getByLabel("The answer is not wrong").check();
    await desk.getByText("Comments", { exact: true }).click();
    await desk.getByLabel("Note for reviewers").click();
    await desk.getByLabel("The answer is wrong").check();
  }
  expect(await findViolations(page)).toEqual([]);
});
