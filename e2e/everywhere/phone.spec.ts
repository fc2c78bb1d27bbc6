/** A small phone: everything is on the screen, large enough for a finger, and the sidebar comes and goes by swipe. */
import type { CDPSession, Page } from "@playwright/test";
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { seedConversation } from "../fixtures/long/seed-conversation.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const SCREEN = { width: 360, height: 640 };
const TARGET_MIN_PX = 44;
/** Half a pixel is lost where a browser rounds. */
const ROUNDING_PX = 0.5;

test.use({ viewport: SCREEN, hasTouch: true, isMobile: true });

/** What is wider than the screen, and what a finger would miss. A link within a sentence may be as high as its line. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(
    ([min, rounding]) => {
      const found: string[] = [];
      const { scrollWidth } = document.documentElement;
      if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
      const open = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].at(-1);
      const targets = (open ?? document).querySelectorAll<HTMLElement>(
        "button, a[href], [role=menuitem], [role=menuitemradio], textarea, summary",
      );
      for (const target of targets) {
        if (target.closest("p, .prose p, .prose li, .prose td, [data-explains]")) continue;
        if (!target.checkVisibility({ opacityProperty: true })) continue;
        const { width, height, right } = target.getBoundingClientRect();
        if (right <= 0 || width === 0) continue;
        const isSmall = Math.min(width, height) < min - rounding;
        if (isSmall)
          found.push(
            `${target.ariaLabel ?? target.textContent} is ${Math.round(width)} × ${Math.round(height)}`,
          );
      }
      return found;
    },
    [TARGET_MIN_PX, ROUNDING_PX] as const,
  );
}

/** A finger that is put down, drawn sideways and lifted. */
async function swipe(page: Page, fromX: number, toX: number, y = 400): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y }],
    });
  await touch("touchStart", fromX);
  const steps = 12;
  for (let step = 1; step <= steps; step += 1)
    await touch("touchMove", fromX + ((toX - fromX) * step) / steps);
  await touch("touchEnd", toX);
}

test("the first screen is whole, with what is read before the first message", async ({ page }) => {
  await joinAsNewPerson(page);
  const chat = await openNewConversation(page);
  const notice = page.getByRole("button", { name: "Understood" });
  for (const part of [
    page.getByRole("heading", { name: "What would you like to know?" }),
    page.getByRole("button", { name: "Write a long answer about lighthouses" }),
    notice,
    chat.box,
    chat.sendButton,
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  const hidden = await notice.evaluate((button) => {
    let scrolled = button.parentElement;
    while (scrolled && getComputedStyle(scrolled).overflowY !== "auto")
      scrolled = scrolled.parentElement;
    return scrolled ? scrolled.scrollHeight - scrolled.clientHeight : null;
  });
  expect(hidden).toBe(0);
  expect(await misfits(page)).toEqual([]);
  // The keyboard takes the lower half: the page becomes shorter, and the composer stays above it.
  await expect(page.locator('meta[name="viewport"]')).toHaveAttribute(
    "content",
    /interactive-widget=resizes-content/,
  );
  await page.setViewportSize({ ...SCREEN, height: 340 });
  await expect(chat.box).toBeInViewport({ ratio: 1 });
  await expect(chat.sendButton).toBeInViewport({ ratio: 1 });
});

test("the drawer opens by a swipe from the edge and closes by a swipe", async ({ page }) => {
  await joinAsNewPerson(page);
  const { id } = await seedConversation(page, 3);
  await page.goto(`/c/${id}`);
  const chat = chatPage(page);
  await expect(chat.answers.last()).toBeVisible();
  const drawer = page.getByRole("dialog", { name: "Conversations" });
  await expect(async () => {
    await swipe(page, 6, 250);
    await expect(drawer).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(drawer.getByRole("link", { name: "A long talk" })).toBeInViewport({ ratio: 1 });
  expect(await misfits(page)).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
  await swipe(page, 280, 20);
  await expect(drawer).toBeHidden();
  // A swipe that begins elsewhere is not for the drawer.
  await swipe(page, 120, 340);
  await expect(drawer).toBeHidden();
  await page.getByRole("button", { name: "Conversations" }).tap();
  await expect(drawer).toBeVisible();
  await drawer.getByRole("link", { name: "A long talk" }).tap();
  await expect(drawer).toBeHidden();
});

test("each main screen fits, and a finger hits what is on it", async ({ page }) => {
  await joinAsNewPerson(page);
  const { id } = await seedConversation(page, 3);
  await page.goto(`/c/${id}`);
  await expect(chatPage(page).answers.last()).toBeVisible();
  expect(await misfits(page), "an answer").toEqual([]);
  expect(await findViolations(page), "an answer").toEqual([]);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  expect(await misfits(page), "the palette").toEqual([]);
  expect(await findViolations(page), "the palette").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu of this conversation" }).tap();
  await page.getByRole("menuitem", { name: "Share" }).tap();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await findViolations(page), "sharing").toEqual([]);
  for (const path of ["/settings", "/account", "/notice", "/sign-in"]) {
    await page.goto(path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(SCREEN.width);
  }
});
