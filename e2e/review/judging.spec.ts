/** A verdict by the rubric, with a marked place, undone, given again, and corrected; and the rubric itself. */
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 150_000 });

test("judges by digits, undoes, judges again and corrects", async ({ page: chatting, openAs }) => {
  await joinAsNewPerson(chatting);
  const chat = await openNewConversation(chatting);
  await chat.say("What is fibonacci(90)?");
  await chat.settled();
  await chatPage(chatting).answers.last().getByRole("button", { name: "More" }).click();
  await chatting.getByRole("menuitem", { name: "Something is wrong with this answer" }).click();
  await chatting.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await expect(chatting.getByRole("dialog")).toContainText("Its reference is");

  const page = await openAs("auditor");
  await page.goto("/admin/review");
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/admin\/review\/[0-9a-f-]{36}$/);
  const desk = page.getByRole("region", { name: "Verdict" });
  await expect(desk.getByRole("group", { name: /^True/ })).toBeVisible();
  await page.getByRole("tab", { name: /^Timeline/ }).click();
  await page
    .locator("#panel")
    .getByRole("button", { name: /general/i })
    .first()
    .click();
  await page.keyboard.press("m");
  await desk.getByRole("textbox", { name: /^Note at Hop/ }).fill("zqmark");
  await expect(page.locator("#panel")).toContainText("zqmark");
  await page.locator("#panel").focus();
  await page.keyboard.press("v");
  for (const digit of ["1", "2", "1", "1"]) await page.keyboard.press(digit);
  await expect(desk.getByLabel("The answer is wrong")).toBeChecked();
  await expect(
    desk.getByRole("group", { name: /^True/ }).getByRole("radio", { name: /Fail/ }),
  ).toBeChecked();
  await expect(desk).toContainText("Still to answer: words for the person");
  await desk.getByLabel("Words for the person").fill("It is another number.");
  await expect(desk).toContainText("Draft kept");
  await page.reload();
  await expect(desk.getByRole("textbox", { name: /^Note at Hop/ })).toHaveValue("zqmark");
  expect(await findViolations(page)).toEqual([]);
  const address = page.url().replace(/\?.*/, "");
  await desk.getByRole("button", { name: "Give the verdict" }).click();
  await expect(page.getByRole("status").filter({ hasText: "given" })).toBeVisible();
  await page.keyboard.press("u");
  await expect(page).toHaveURL(address);
  await expect(desk.getByLabel("Words for the person")).toHaveValue("It is another number.");
  await chatting.reload();
  await expect(chat.answers.last()).not.toContainText("Found wrong");
  await desk.getByRole("button", { name: "Give the verdict" }).click();
  await expect(page).toHaveURL(/\/admin\/review$/);
  await expect(async () => {
    await chatting.reload();
    await expect(chat.answers.last()).toContainText("Found wrong on", { timeout: 2_000 });
  }).toPass();

  await page.goto(address);
  await desk.getByRole("button", { name: "Correct it" }).click();
  await desk.getByLabel("The answer is not wrong").check();
  await desk.getByRole("button", { name: "Give the correction" }).click();
  await expect(page).toHaveURL(/\/admin\/review$/);
  await expect(async () => {
    await chatting.reload();
    await expect(chat.answers.last()).toContainText("Not found wrong, corrected on", {
      timeout: 2_000,
    });
  }).toPass();
});

test("the rubric is read by reviewers and changed by an admin, narrow and dark", async ({
  openAs,
}) => {
  const narrow = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;
  const auditor = await openAs("auditor", narrow);
  await auditor.goto("/admin/review/rubric");
  const main = auditor.getByRole("main");
  await expect(main.getByLabel("Name").first()).toBeDisabled();
  await expect(main.getByRole("button", { name: "Save as a new version" })).toHaveCount(0);
  expect(await findViolations(auditor)).toEqual([]);
  const body = { data: { from: 1, rubric: { criteria: [], labels: [] } } };
  const address = "/api/admin/review/rubric";
  expect((await auditor.request.post(address, body)).status()).toBe(404);

  const admin = await openAs("admin", narrow);
  await admin.goto("/admin/review/rubric");
  const name = admin.getByRole("region", { name: "Criterion 4" }).getByLabel("Name").first();
  await name.fill("Easy to read");
  await admin.getByRole("button", { name: "Save as a new version" }).click();
  await expect(admin.getByRole("main")).toContainText("Version 2, by");
  await expect(name).toHaveValue("Easy to read");
  expect(await findViolations(admin)).toEqual([]);
});
