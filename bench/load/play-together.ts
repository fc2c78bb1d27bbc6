/** Many conversations at once, each with turns of its own. An error is counted, and its conversation goes on. */
import { setTimeout as delay } from "node:timers/promises";
import type { LoadOrder, TogetherReport } from "./orders.ts";
import { takeTurn } from "./take-turn.ts";
import { openBrowser } from "./target.ts";

type Order = Extract<LoadOrder, { kind: "together" }>;

export async function playTogether(order: Order): Promise<TogetherReport> {
  const report: TogetherReport = { turns: [], errors: [] };
  const { cookies, spreadMs } = order;
  await Promise.all(
    cookies.map(async (cookie, index) => {
      await delay((spreadMs * index) / cookies.length);
      await converse(order, cookie, report);
    }),
  );
  return report;
}

async function converse(order: Order, cookie: string, report: TogetherReport): Promise<void> {
  const browser = openBrowser(cookie);
  for (let turn = 1; turn <= order.turns; turn += 1) {
    try {
      report.turns.push(await takeTurn(order.target, browser, `Turn ${turn}.`, order.tokens));
    } catch (error) {
      report.errors.push((error as Error).message);
    }
  }
  browser.agent.destroy();
}
