/** A conversation of 500 messages: it opens at its end with its newest page, and everything older can be reached. */
import type { Locator, Page } from "@playwright/test";
import { chatPage } from "../fixtures/chat-page.ts";
import { findViolations } from "../fixtures/find-violations.ts";
import { openWithoutScripts } from "../fixtures/long/open-without-scripts.ts";
import { addVersion, seedConversation } from "../fixtures/long/seed-conversation.ts";
import { expect, test } from "../fixtures/test.ts";

const TURNS = 250;
const ELEMENTS_MAX = 10_000;

/** Where the message at the middle of the log is. A message is known by its first words. */
function placeOf(log: Locator): Promise<{ id: string; topPx: number }> {
  return log.evaluate((element) => {
    const middle = element.getBoundingClientRect().top + element.clientHeight / 2;
    const item = [...element.querySelectorAll(".log-item")].find(
      (one) => one.getBoundingClientRect().bottom > middle,
    );
    if (!item) throw new Error("no message is on screen");
    return { id: item.id, topPx: item.getBoundingClientRect().top };
  });
}

const countElements = (page: Page) =>
  page.evaluate(() => document.querySelectorAll("body *").length);

/** Scrolls to the upper end of what is loaded until the oldest message is there. */
async function scrollToOldest(log: Locator): Promise<void> {
  await expect(async () => {
    await log.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(log.getByText("Question 1", { exact: true })).toBeInViewport({ timeout: 500 });
  }).toPass({ intervals: [50] });
}

test("500 messages open at the end, and the oldest is reached without a jump", async ({
  page,
  signIn,
}) => {
  await signIn("user");
  const { id } = await seedConversation(page, TURNS);
  const pages: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/messages?")) pages.push(request.url());
  });
  const response = await page.goto(`/c/${id}`);
  const html = (await response?.text()) ?? "";
  expect(html).toContain("Question 250");
  expect(html).not.toContain("Question 240");
  const chat = chatPage(page);
  await expect(chat.answers.last()).toBeInViewport();
  await expect(chat.answers.last()).toContainText("Answer 250");
  await expect(chat.box).toBeEditable();
  await chat.box.pressSequentially("still typing");
  await expect(chat.box).toHaveValue("still typing");
  expect(await findViolations(page)).toEqual([]);

  await test.step("the view keeps its place while a page comes in", async () => {
    await expect.poll(() => pages.length).toBe(0);
    await chat.log.hover();
    const arrived = page.waitForResponse((one) => one.url().includes("/messages?"));
    await expect(async () => {
      await page.mouse.wheel(0, -1_500);
      expect(pages.length).toBeGreaterThan(0);
    }).toPass({ intervals: [100] });
    await arrived;
    // The last turn of the wheel may still be scrolling.
    const isAtRest = () =>
      chat.log.evaluate(async (log) => {
        const was = log.scrollTop;
        for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
        return log.scrollTop === was;
      });
    await expect.poll(isAtRest).toBe(true);
    const before = await placeOf(chat.log);
    await expect(chat.log.getByText("Question 236", { exact: true })).toBeAttached();
    const after = await placeOf(chat.log);
    expect(after.id).toBe(before.id);
    expect(Math.abs(after.topPx - before.topPx)).toBeLessThan(1);
  });

  await scrollToOldest(chat.log);
  await expect(page.getByRole("button", { name: "Show older messages" })).toHaveCount(0);
  expect(pages.length).toBe(24);
  await expect(chat.asked).toHaveCount(TURNS);
  await expect.poll(() => countElements(page)).toBeLessThan(ELEMENTS_MAX);
  await page.getByRole("button", { name: "Newest" }).click();
  await expect(chat.answers.last()).toBeInViewport();
  await chat.box.fill("What is fibonacci(10)?");
  await chat.box.press("Enter");
  await expect(chat.answers.last()).toContainText("55");
  await chat.settled();
  await expect(chat.asked).toHaveCount(TURNS + 1);
});

test("another version of an old message is shown where it stands, and is there after a reload", async ({
  page,
  signIn,
}) => {
  await signIn("user");
  const { id, messageIds } = await seedConversation(page, 60, (turn) => `Answer ${turn}.`);
  await addVersion(id, messageIds[39] ?? "", "Another answer 20.");
  await page.goto(`/c/${id}?message=${messageIds[39]}`);
  const chat = chatPage(page);
  const answer = chat.log.locator(`#message-${messageIds[39]}`);
  await expect(answer.getByRole("article")).toBeFocused();
  await expect(answer).toBeInViewport();
  const before = await answer.boundingBox();
  await answer.getByRole("button", { name: "Next version" }).click();
  const other = chat.answers.filter({ hasText: "Another answer 20." });
  await expect(other).toBeInViewport();
  await expect(chat.log.getByText("Question 21", { exact: true })).toHaveCount(0);
  const question = chat.log.getByText("Question 20", { exact: true });
  await expect(question).toBeAttached();
  expect(before).not.toBeNull();
  await page.reload();
  await expect(other).toBeInViewport();
  await expect(chat.box).toBeEditable();
  await other.getByRole("button", { name: "Previous version" }).click();
  await expect(chat.answers.last()).toContainText("Answer 60.");
});

test("a message that is selected, focused or being edited stays as it is", async ({
  page,
  signIn,
}) => {
  await signIn("user");
  const { id } = await seedConversation(page, 60);
  await page.goto(`/c/${id}`);
  const chat = chatPage(page);
  const found = chat.log.locator(".log-item").filter({ hasText: "Question 55" });
  // By its id, because its text is in a field while it is edited.
  const question = chat.log.locator(`#${await found.getAttribute("id")}`);
  await expect(chat.box).toBeEditable();
  await question.scrollIntoViewIfNeeded();
  await question.hover();
  await question.getByRole("button", { name: "Edit message" }).click();
  await question.getByRole("textbox").fill("Half an edit");
  const selected = chat.log.locator(".log-item").filter({ hasText: /^Question 54/ });
  await selected.getByText("Question 54").dblclick();
  const other = chat.log.locator(".log-item").filter({ hasText: /^Question 56/ });
  await scrollToOldest(chat.log);
  await expect(other).toHaveAttribute("data-form", "far");
  await expect(question.getByRole("textbox")).toHaveValue("Half an edit");
  await expect(selected).toHaveAttribute("data-form", "drawn");
  // The text itself: what is selected far from the screen is not laid out, and would count as none.
  const kept = () => page.evaluate(() => getSelection()?.anchorNode?.textContent);
  expect(await kept()).toContain("Question 54");
});

test("whoever scrolls up in the frame in which the log grows stays where they are", async ({
  page,
  signIn,
}) => {
  await signIn("user");
  const { id } = await seedConversation(page, 20);
  await page.goto(`/c/${id}`);
  const chat = chatPage(page);
  await expect(chat.answers.last()).toBeInViewport();
  await chat.log.evaluate(async (log) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    log.scrollTo({ top: 0 });
    for (let grown = 1; grown <= 10; grown += 1) {
      (log.firstElementChild as HTMLElement).style.paddingBottom = `${100 + 20 * grown}px`;
      await frame();
    }
  });
  await expect(page.getByRole("button", { name: "Newest" })).toBeVisible();
  await expect(chat.answers.last()).not.toBeInViewport();
});

test("whoever scrolls up before the page's scripts have come stays where they are", async ({
  page,
  signIn,
}) => {
  await signIn("user");
  const { id } = await seedConversation(page, 20);
  const letIn = await openWithoutScripts(page, `/c/${id}`);
  const chat = chatPage(page);
  await expect(chat.answers.last()).toBeInViewport();
  await chat.log.evaluate((log) => log.scrollBy({ top: -600 }));
  await expect(chat.answers.last()).not.toBeInViewport();
  const read = await placeOf(chat.log);
  letIn();
  await expect(page.getByRole("button", { name: "Newest" })).toBeVisible();
  await expect(chat.box).toBeEditable();
  expect((await placeOf(chat.log)).id).toBe(read.id);
  await page.getByRole("button", { name: "Newest" }).click();
  await expect(chat.answers.last()).toBeInViewport();
});

test("wherever the log stands, what is drawn settles, a screen ahead of where it stands", async ({
  page,
  signIn,
}) => {
  await signIn("user");
  const { id, messageIds } = await seedConversation(page, 60, (turn) => `Answer ${turn}.`);
  await page.goto(`/c/${id}?message=${messageIds[39]}`);
  const chat = chatPage(page);
  const answer = chat.log.locator(`#message-${messageIds[39]}`);
  await expect(answer.getByRole("article")).toBeFocused();
  // Every 7 px, so that messages stand on each side of where they begin and cease to be drawn.
  const restless = await chat.log.evaluate(async (log) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let told: MutationRecord[] = [];
    const changes = new MutationObserver((records) => {
      told = told.concat(records);
    });
    changes.observe(log, { attributeFilter: ["data-form"], subtree: true });
    const unsettled = async () => {
      for (let quiet = 0, tries = 0; tries < 60; tries += 1) {
        told = [];
        await frame();
        quiet = told.length + changes.takeRecords().length === 0 ? quiet + 1 : 0;
        if (quiet === 4) return false;
      }
      return true;
    };
    const isAhead = ({ top, bottom }: DOMRect) =>
      bottom > log.getBoundingClientRect().top - log.clientHeight &&
      top < log.getBoundingClientRect().bottom + log.clientHeight;
    const isLate = () =>
      [...log.querySelectorAll(".log-item[data-form=far]")].some((item) =>
        isAhead(item.getBoundingClientRect()),
      );
    const places: number[] = [];
    for (let step = 0; step < 40; step += 1) {
      log.scrollBy({ top: -7 });
      if ((await unsettled()) || isLate()) places.push(step);
    }
    return places;
  });
  expect(restless).toEqual([]);
});

test("older messages come and are drawn also where a busy browser tells several changes at once", async ({
  page,
  signIn,
}) => {
  await signIn("user");
  // Away and back between two calls: the standard tells both in one call, the older one first.
  await page.addInitScript(() => {
    const Told = window.IntersectionObserver;
    window.IntersectionObserver = class extends Told {
      constructor(onEntries: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const away = (entry: IntersectionObserverEntry) =>
          ({ target: entry.target, isIntersecting: false }) as IntersectionObserverEntry;
        super(
          (entries, observer) =>
            onEntries(
              entries.flatMap((entry) => [away(entry), entry]),
              observer,
            ),
          options,
        );
      }
    };
  });
  const { id } = await seedConversation(page, 60);
  await page.goto(`/c/${id}`);
  const chat = chatPage(page);
  await expect(chat.box).toBeEditable();
  await scrollToOldest(chat.log);
  const oldest = chat.log.locator(".log-item").filter({ hasText: /^Question 1$/ });
  await oldest.hover();
  await expect(oldest).toHaveAttribute("data-form", "drawn");
  await oldest.getByRole("button", { name: "Edit message" }).click();
  await expect(chat.log.getByRole("textbox")).toHaveValue("Question 1");
});

test.describe("where the browser does not keep the place", () => {
  // For the style that this test puts into the page.
  test.use({ bypassCSP: true });

  test("the page does, while messages above are drawn", async ({ page, signIn }) => {
    await signIn("user");
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        const style = document.createElement("style");
        style.textContent = "[role=log] { overflow-anchor: none }";
        document.head.append(style);
      });
    });
    const { id, messageIds } = await seedConversation(page, TURNS);
    await page.goto(`/c/${id}?message=${messageIds[100]}`);
    const chat = chatPage(page);
    const target = chat.log.locator(`#message-${messageIds[100]}`);
    await expect(target.getByRole("article")).toBeFocused();
    // Right after a frame: between a change and the next frame the layout is not what is painted.
    const topOf = () =>
      target.evaluate(
        (item) =>
          new Promise<number>((resolve) =>
            requestAnimationFrame(() =>
              setTimeout(() => resolve(item.getBoundingClientRect().top)),
            ),
          ),
      );
    const top = await topOf();
    await expect(chat.log.locator(".log-item").nth(9)).toHaveAttribute("data-form", "drawn");
    await expect.poll(async () => Math.abs((await topOf()) - top)).toBeLessThan(2);
  });
});

test.describe("pages of another person's conversation", () => {
  test("are not to be had", async ({ page, signIn, openAs }) => {
    await signIn("user");
    const foreign = await openAs("auditor");
    const theirs = await seedConversation(foreign, 30);
    const before = theirs.messageIds[50];
    const path = `/api/conversations/${theirs.id}/messages?before=${before}`;
    expect((await foreign.request.get(path)).status()).toBe(200);
    const missing = `/api/conversations/${crypto.randomUUID()}/messages?before=${before}`;
    const mine = await seedConversation(page, 2);
    const bodies: string[] = [];
    for (const asked of [
      path,
      missing,
      `${path}&through=${theirs.messageIds[0]}`,
      `/api/conversations/${theirs.id}?from=${before}&tail=${before}`,
      `/api/conversations/${mine.id}/messages?before=${before}`,
      `/api/conversations/${mine.id}/messages`,
    ]) {
      const response = await page.request.get(asked);
      expect(response.status(), asked).toBe(404);
      bodies.push(await response.text());
    }
    expect(new Set(bodies).size).toBe(1);
  });
});
