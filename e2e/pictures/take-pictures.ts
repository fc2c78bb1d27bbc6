/** Takes a picture of every screen. */
import { expect, type Page, test } from "@playwright/test";
import { CHAT_SCREENS } from "./screens/chat-screens.ts";
import { ENTRY_SCREENS } from "./screens/entry-screens.ts";
import { INSPECTOR_SCREENS } from "./screens/inspector-screens.ts";
import type { Screen } from "./screens/screen.ts";
import { steadyAnswers } from "./steady-answers.ts";
import { readWorld, type World } from "./world.ts";

/** @returns a function that waits until no request is under way */
function watchRequests(page: Page): () => Promise<void> {
  let underWay = 0;
  page.on("request", () => {
    underWay += 1;
  });
  const end = () => {
    underWay -= 1;
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return () => expect.poll(() => underWay).toBe(0);
}

async function open(page: Page, { as, path, shows, act }: Screen, world: World): Promise<void> {
  const { HALFSILVER_TEST_URL: url = "" } = process.env;
  if (as) await page.context().addCookies([{ ...world.cookies[as], url }]);
  await page.clock.setFixedTime(world.at);
  await steadyAnswers(page, world.at);
  const untilQuiet = watchRequests(page);
  await page.goto(typeof path === "string" ? path : path(world));
  await page.waitForLoadState("networkidle");
  if (shows) await expect(shows(page).first()).toBeVisible();
  await act?.(page);
  await untilQuiet();
  // What loads says so.
  await expect(page.getByRole("status").filter({ hasText: /loading/i })).toHaveCount(0);
}

for (const screen of [...ENTRY_SCREENS, ...CHAT_SCREENS, ...INSPECTOR_SCREENS])
  test(screen.name, async ({ page, viewport }, { project }) => {
    test.skip(screen.width !== undefined && screen.width !== viewport?.width, "another width");
    await open(page, screen, readWorld());
    await expect(page).toHaveScreenshot([project.name, `${screen.name}.png`], {
      fullPage: true,
      mask: screen.mask ? [screen.mask(page)] : [],
    });
  });
