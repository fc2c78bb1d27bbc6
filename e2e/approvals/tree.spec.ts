/** Operators see the versions of a conversation as a tree, and each branch's own memory. */
import { openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { runsOfConversation } from "../fixtures/open-runs.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

test("the tree leads from branch to branch", async ({ page, openAs }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  const say = async (words: string) => {
    const before = await chat.answers.count();
    await chat.say(words);
    await expect(chat.answers).toHaveCount(before + 1);
    await chat.settled();
  };
  await say("What is fibonacci(10)?");
  await say("I need a brief for a mobile app for sailors");
  await say("Help people find a harbour");
  const question = chat.asked.nth(1);
  await question.hover();
  await question.getByRole("button", { name: "Edit message" }).click();
  await question
    .getByRole("textbox", { name: "Edited message" })
    .fill("I need a brief for a mobile app for bakers");
  await page.keyboard.press("Enter");
  await expect(question.getByRole("group", { name: "Version 2 of 2" })).toBeVisible();
  await chat.settled();
  await say("Sell more sourdough");

  const admin = await openAs("admin");
  const runs = await runsOfConversation(admin, page.url());
  expect(runs).toHaveLength(5);
  const [newest] = runs;
  await admin.goto(`/admin/runs/${newest}?panel=context`);
  const branches = admin.getByRole("region", { name: "Branches" });
  await expect(branches).toContainText("This is branch 2 of 2, what the person sees.");
  await admin.getByRole("button", { name: "Versions: 2 branches" }).click();
  const tree = admin.getByRole("list", { name: "All versions of this conversation" });
  await expect(tree).toContainText("2 versions of this question");
  await expect(tree.getByRole("listitem").filter({ hasText: "bakers" }).first()).toBeVisible();
  await expect(tree).toContainText("sailors");
  await expect(tree.getByText("what the person sees")).toHaveCount(1);
  await expect(tree.locator("[aria-current=true]")).toContainText("This run");
  expect(await findViolations(admin)).toEqual([]);

  await branches.getByRole("link", { name: "Branch 1" }).click();
  await expect(branches).toContainText("This is branch 1 of 2, which is set aside.");
  await expect(
    admin.getByText("This branch is set aside: the person sees another one."),
  ).toBeVisible();
  const said = admin.getByRole("region", { name: "What the person sees" });
  await expect(said).toContainText("harbour");
  await expect(said).not.toContainText("sourdough");

  // On a phone the tree is as wide as the screen, and is worked by keyboard.
  await admin.setViewportSize({ width: 390, height: 800 });
  await admin.goto(`/admin/runs/${newest}?panel=conversation`);
  const toggle = admin.getByRole("button", { name: "Versions: 2 branches" });
  await toggle.focus();
  await admin.keyboard.press("Enter");
  await expect(tree).toBeVisible();
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await admin.keyboard.press("Tab");
  await admin.keyboard.press("Enter");
  await expect(admin).not.toHaveURL(new RegExp(`${newest}`));

  const path = `/api/admin/runs/${newest}/tree`;
  expect((await page.request.get(path)).status()).toBe(404);
});
