/** How long an answer goes on after Stop is pressed: from the press to the frame that says that it was stopped. */
import type { BrowserContext, Page } from "@playwright/test";
import type { DemoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import { p95Of } from "../measure/machine/measure-undisturbed.ts";
import { absoluteFigure, type Figure } from "../report.ts";

const ROUNDS = 10;
const MATCH = "bench-stop";
const REPLY = { text: "word ".repeat(5_000), tokenDelayMs: 10 };
const STOPPED = "You stopped this answer.";

export async function measureStop(
  context: BrowserContext,
  origin: string,
  model: DemoModelControl,
): Promise<Figure> {
  const page = await context.newPage();
  const ours = await p95Of(ROUNDS, async () => {
    await model.script(MATCH, [REPLY, REPLY]);
    return stopAnswer(page, origin);
  });
  await page.close();
  const name = "Stop, from the press to an answer that says so, p95";
  return absoluteFigure({ id: "stop", name, ours, atMost: 1_000, unit: "ms" });
}

/** In a new conversation. */
async function stopAnswer(page: Page, origin: string): Promise<number> {
  await page.goto(origin);
  await page.waitForLoadState("networkidle");
  const box = page.locator("textarea");
  await box.fill(`Words, please. ${MATCH}`);
  await box.press("Enter");
  await page.locator(".message-answer").last().getByText("word word word").waitFor();
  const stop = page.getByRole("button", { name: "Stop" });
  return stop.evaluate(async (button: HTMLElement, stopped) => {
    const begun = performance.now();
    button.click();
    while (!document.querySelector("[role=log]")?.textContent?.includes(stopped))
      await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  }, STOPPED);
}
