/** The chat loads little at first, what is heavy when it is met, and nothing from anybody else. */
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { chatPage, openNewConversation } from "../fixtures/chat-page.ts";
import { heavyPartsIn } from "../fixtures/long/heavy-parts.ts";
import { seedConversation } from "../fixtures/long/seed-conversation.ts";
import { joinAsNewPerson } from "../fixtures/people/new-person.ts";
import { expect, test } from "../fixtures/test.ts";

const FIRST_LOAD_MAX_BYTES = 220_000;
/** With the log of messages and the Markdown parser, which a page with messages needs at once. */
const OPENED_MAX_BYTES = 250_000;
/** Turns 1 to 3 of a seeded conversation have a table, a formula and code. */
const WITH_EVERYTHING = 3;

/** @returns the paths of the scripts that the page's HTML names */
async function firstScriptsOf(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text();
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)];
  const modern = tags.filter(([tag]) => !/\bnomodule\b/i.test(tag));
  const paths = [...new Set(modern.map(([, src = ""]) => src.replaceAll("&amp;", "&")))];
  expect(paths.length).toBeGreaterThan(3);
  return paths;
}

/** @returns the bytes of these scripts, compressed */
async function firstLoadOf(page: Page, path: string): Promise<number> {
  let bytes = 0;
  for (const script of await firstScriptsOf(page, path))
    bytes += gzipSync(await (await page.request.get(script)).body()).length;
  return bytes;
}

test("the first load is small", async ({ page, signIn }) => {
  await signIn("user");
  expect(await firstLoadOf(page, "/")).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES);
  const { id } = await seedConversation(page, WITH_EVERYTHING);
  expect(await firstLoadOf(page, `/c/${id}`)).toBeLessThanOrEqual(OPENED_MAX_BYTES);
});

test("heavy parts come when they are met, and nothing comes from elsewhere", async ({
  page,
  signIn,
  baseURL,
}) => {
  await signIn("user");
  const elsewhere: string[] = [];
  page.context().on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(baseURL ?? "").origin)
      elsewhere.push(request.url());
  });
  const loaded = heavyPartsIn(page);
  const chat = await openNewConversation(page);
  await chat.say("Hello");
  await chat.settled();
  expect(await loaded()).toEqual([]);
  await page.goto(`/c/${(await seedConversation(page, 1)).id}`);
  await expect(chat.log.getByRole("table")).toBeVisible();
  expect(await loaded()).toEqual([]);
  await page.goto(`/c/${(await seedConversation(page, WITH_EVERYTHING)).id}`);
  await expect(chatPage(page).log.locator(".katex").first()).toBeVisible();
  await expect(chat.log.locator("pre code span").first()).toBeVisible();
  expect(await loaded()).toEqual(["katex", "shiki"]);
  expect(elsewhere).toEqual([]);
});

test.describe("a script that cannot be had", () => {
  test.use({ allowedErrors: [/ERR_FAILED|Failed to (?:load|fetch)|ChunkLoadError/] });

  test("leaves the chat as it is, and works once it can be had", async ({ page }) => {
    await joinAsNewPerson(page);
    const first = await firstScriptsOf(page, "/");
    let refused = 0;
    await page.route("**/*.js*", async (route) => {
      const { pathname, search } = new URL(route.request().url());
      if (first.includes(pathname + search)) return route.continue();
      const response = await route.fetch();
      if (!(await response.text()).includes('"menuitem"')) return route.fulfill({ response });
      refused += 1;
      return route.abort();
    });
    const chat = await openNewConversation(page);
    await expect.poll(() => refused).toBeGreaterThan(0);
    await chat.say("Count to 3");
    await expect(chat.answers).toContainText("3");
    await chat.settled();
    await expect(page.getByRole("button", { name: "Conversation menu" })).toHaveCount(1);
    await chat.say("Count to 4");
    await expect(chat.answers.last()).toContainText("4");
    const person = page.getByRole("complementary").getByRole("button", { name: "Robin Example" });
    await person.click();
    await page.unrouteAll({ behavior: "wait" });
    await expect(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  });
});

test.describe("a script that comes late", () => {
  /** Scripts that the page's HTML does not name wait. @returns the function that lets them in */
  async function openSlowly(page: Page): Promise<() => void> {
    await joinAsNewPerson(page);
    const { id } = await seedConversation(page, WITH_EVERYTHING);
    const first = await firstScriptsOf(page, `/c/${id}`);
    const { promise: letIn, resolve } = Promise.withResolvers<void>();
    await page.route("**/*.js*", async (route) => {
      const { pathname, search } = new URL(route.request().url());
      if (!first.includes(pathname + search)) await letIn;
      await route.continue();
    });
    await page.goto(`/c/${id}`, { waitUntil: "commit" });
    await expect(chatPage(page).box).toBeFocused();
    return resolve;
  }

  test("takes no focus away, and its button opens by keyboard", async ({ page }) => {
    const letIn = await openSlowly(page);
    const button = page.getByRole("button", { name: "Files of this conversation" });
    await button.focus();
    const focused = await button.evaluateHandle((alone) => ({
      // Before the browser can bring a key: no key may meet a page without a focus.
      afterIt: new Promise<string | null | undefined>((resolve) => {
        new MutationObserver(() => {
          if (!alone.isConnected) resolve(document.activeElement?.getAttribute("aria-label"));
        }).observe(document.body, { childList: true, subtree: true });
      }),
    }));
    letIn();
    const name = await focused.evaluate(({ afterIt }) => afterIt);
    expect(name).toBe("Files of this conversation");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Files of this conversation" })).toBeVisible();
  });

  test("makes no command of what is typed for the palette", async ({ page }) => {
    const letIn = await openSlowly(page);
    const chat = chatPage(page);
    await chat.asked.last().focus();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("e");
    letIn();
    await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
    await expect(chat.log.getByRole("textbox", { name: "Edited message" })).toHaveCount(0);
  });
});
