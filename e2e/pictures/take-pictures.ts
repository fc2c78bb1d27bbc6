/** Takes pictures of every screen, light and dark. */
import { type Browser, test as base, expect, type Page } from "@playwright/test";
import { CHAT_SCREENS } from "./screens/chat-screens.ts";
import { ENTRY_SCREENS } from "./screens/entry-screens.ts";
import { INSPECTOR_SCREENS } from "./screens/inspector-screens.ts";
import type { Screen } from "./screens/screen.ts";
import { steadyAnswers } from "./steady-answers.ts";
import { readWorld, type World, type WorldRole } from "./world.ts";

const SCHEMES = ["light", "dark"] as const;

type Visitor = { page: Page; untilQuiet(): Promise<void> };

/** Each worker has one page per role: a new browser context would load all scripts again. */
const test = base.extend<object, { visitorOf(role: WorldRole | null): Promise<Visitor> }>({
  visitorOf: [
    async ({ browser }, use, { project }) => {
      const visitors = new Map<WorldRole | null, Promise<Visitor>>();
      await use((role) => {
        const visitor = visitors.get(role) ?? openPage(browser, project.use, role);
        visitors.set(role, visitor);
        return visitor;
      });
    },
    { scope: "worker" },
  ],
});

type Look = Parameters<Browser["newContext"]>[0];

async function openPage(browser: Browser, look: Look, role: WorldRole | null): Promise<Visitor> {
  const { HALFSILVER_TEST_URL: url = "" } = process.env;
  const world = readWorld();
  const { viewport, hasTouch, locale, timezoneId } = look ?? {};
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    hasTouch,
    locale,
    timezoneId,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(30_000);
  if (role) await context.addCookies([{ ...world.cookies[role], url }]);
  const page = await context.newPage();
  await page.clock.setFixedTime(world.at);
  await steadyAnswers(page, world.at);
  // A page with an open stream is never without a request.
  await page.route("**/api/looks/stream", (route) => route.fulfill({ status: 204 }));
  return { page, untilQuiet: watchRequests(page) };
}

/** @returns a function that waits until no request is under way */
function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<object>();
  page.on("request", (request) => underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return () => expect.poll(() => underWay.size).toBe(0);
}

async function open({ page, untilQuiet }: Visitor, { path, shows, act }: Screen, world: World) {
  await page.goto(typeof path === "string" ? path : path(world), { waitUntil: "networkidle" });
  if (shows) await expect(shows(page).first()).toBeVisible();
  await act?.(page);
  // What opens may put something else below the pointer.
  await page.mouse.move(0, 0);
  await untilQuiet();
  // What loads says so.
  await expect(page.getByRole("status").filter({ hasText: /loading/i })).toHaveCount(0);
}

for (const screen of [...ENTRY_SCREENS, ...CHAT_SCREENS, ...INSPECTOR_SCREENS])
  test(screen.name, async ({ visitorOf, viewport }) => {
    const width = viewport?.width ?? 0;
    test.skip(screen.width !== undefined && screen.width !== width, "not at this width");
    const visitor = await visitorOf(screen.as ?? null);
    const { page } = visitor;
    const world = readWorld();
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      if (colorScheme === SCHEMES[0] || screen.isDrawn) await open(visitor, screen, world);
      await visitor.untilQuiet();
      await expect(page).toHaveScreenshot([`${width}-${colorScheme}`, `${screen.name}.png`], {
        fullPage: true,
        mask: screen.mask ? [screen.mask(page)] : [],
      });
    }
  });
