/** An answer with code, tables and maths that comes in at 100 tokens a second, at the end of a long conversation. */
import type { BrowserContext } from "@playwright/test";
import type { DemoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import { richAnswer } from "../../e2e/fixtures/long/seed-conversation.ts";
import type { Figure } from "../report.ts";
import { describeBusy, figuresOf, watchPage } from "./watch-page.ts";

const TOKEN_DELAY_MS = 10;
const PARTS = 12;
const MATCH = "bench-stream";
const PATIENCE_MS = 180_000;
const END = "That was the last of it.";

/** @param address of a long conversation */
export async function measureStream(
  context: BrowserContext,
  address: string,
  model: DemoModelControl,
): Promise<Figure[]> {
  const parts = Array.from({ length: PARTS }, (_, index) => richAnswer(index + 1));
  const reply = { text: `${parts.join("\n\n")}\n\n${END}`, tokenDelayMs: TOKEN_DELAY_MS };
  await model.script(MATCH, [reply, reply, reply]);
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  const box = page.locator("textarea");
  await box.fill(`Everything again, please. ${MATCH}`);
  await box.press("Enter");
  const answer = page.locator(".message-answer").last();
  await answer.getByText("Answer 1.").waitFor();
  const seen = await watchPage(page, () => answer.getByText(END).waitFor({ timeout: PATIENCE_MS }));
  await page.close();
  const figure = figuresOf("While an answer comes");
  return [
    {
      ...figure("busy", "main thread busy, %", (seen.busyMs / seen.wallMs) * 100, 25),
      note: describeBusy(seen),
      raw: { ...seen },
    },
    figure("elements", "most elements", seen.mostElements, 10_000),
    figure("heap", "largest heap", seen.mostHeapBytes / 1e6, 150, "MB"),
    figure("long-task", "longest task", seen.longestTaskMs, 100, "ms"),
    {
      ...figure("shift", "layout shift", seen.layoutShift, 0),
      ...(seen.moved ? { note: `moved: ${seen.moved}` } : {}),
    },
  ];
}
