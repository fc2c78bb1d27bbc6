/** The chat by keyboard, enlarged, without motion, and as assistive technology gets it. */
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { newTag } from "../fixtures/demo-model-control.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { seedConversation } from "../fixtures/long/seed-conversation.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe("where the composer does not take the focus", () => {
  test.use({ hasTouch: true });

  test("the first Tab reaches a link that skips the sidebar", async ({ page }) => {
    await joinAsNewPerson(page);
    const { box } = await openNewConversation(page);
    await expect(box).toBeEditable();
    const skip = page.getByRole("link", { name: "Skip to the conversation" });
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press("Tab");
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await expect(page).toHaveURL("/");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
  });
});

test.describe("at 200 %", () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test("nothing is cut off sideways, and one can write and read", async ({ page }) => {
    await joinAsNewPerson(page);
    const { id } = await seedConversation(page, 3);
    for (const path of ["/", `/c/${id}`, "/settings", "/account", "/notice"]) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(640);
    }
    const chat = await openNewConversation(page);
    await chat.say("Count to 3");
    await chat.settled();
    await expect(chat.answers.last()).toContainText("1, 2, 3");
    await expect(chat.box).toBeInViewport({ ratio: 1 });
    expect(await findViolations(page)).toEqual([]);
  });
});

test.describe("without motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("a wait stands still", async ({ page, model }) => {
    await joinAsNewPerson(page);
    const tag = newTag();
    const chat = await openNewConversation(page);
    await model.queue({ scenario: "hang", match: tag });
    await chat.say(`Hello ${tag}`);
    await expect(page.locator(".status-line")).toContainText("Thinking");
    // Its row in the sidebar has styles of its own, which stand outside every layer.
    await expect(page.locator(".conversation-link")).toBeVisible();
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => {
          const { iterations = 1, duration } = effect?.getTiming() ?? {};
          return playState === "running" && (iterations > 1 || Number(duration) > 1);
        })
        .map((animation) => {
          const { target, pseudoElement } = animation.effect as KeyframeEffect;
          const { animationName } = animation as CSSAnimation;
          const { transitionProperty } = animation as CSSTransition;
          const of = `${target?.tagName}.${target?.className}${pseudoElement ?? ""}`;
          return `${animationName ?? transitionProperty ?? animation.id} of ${of}`;
        }),
    );
    expect(moving).toEqual([]);
    const gliding = await page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .flatMap((element) => ["", "::before", "::after"].map((part) => [element, part] as const))
        .filter(([element, part]) => getComputedStyle(element, part).transitionProperty !== "none")
        .map(([element, part]) => `${element.tagName}.${element.className}${part}`),
    );
    expect(gliding).toEqual([]);
    await chat.stop();
  });
});

test("a row says when it was on hover and on focus, and its title keeps clear of its buttons", async ({
  page,
}) => {
  await joinAsNewPerson(page);
  const { id } = await seedConversation(page, 1);
  await page.goto(`/c/${id}`);
  await expect(chatPage(page).answers.last()).toBeVisible();
  const link = page.getByRole("navigation", { name: "Conversations" }).getByRole("link");
  const said = () => link.evaluate((row) => getComputedStyle(row, "::after").content);
  await page.mouse.move(900, 300);
  expect(await said()).toBe("none");
  await link.hover();
  await expect.poll(said).toMatch(/\d\d:\d\d/);
  const pin = page.getByRole("button", { name: "Pin", exact: true });
  const [title, tool] = [await link.locator("span").first().boundingBox(), await pin.boundingBox()];
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(tool?.x ?? 0);
  await page.mouse.move(900, 300);
  await expect.poll(said).toBe("none");
  await link.focus();
  await expect.poll(said).toMatch(/\d\d:\d\d/);
});
