/** A process that acts as many browsers. It performs one order after another for the bench and reports each. */
import { setTimeout as delay } from "node:timers/promises";
import type { LoadOrder, LoadReport, TogetherReport } from "./orders.ts";
import { takeTurn } from "./take-turn.ts";
import { openBrowser, type TargetName, type Turn } from "./target.ts";

type Alternately = Extract<LoadOrder, { kind: "alternately" }>;
type Together = Extract<LoadOrder, { kind: "together" }>;

process.on("message", async (order: LoadOrder) => {
  const report: LoadReport = await perform(order).catch((error: Error) => ({
    ok: false,
    problem: error.stack ?? error.message,
  }));
  process.send?.(report);
});
process.on("disconnect", () => process.exit(0));

async function perform(order: LoadOrder): Promise<LoadReport> {
  switch (order.kind) {
    case "alternately":
      return { ok: true, kind: order.kind, turns: await playAlternately(order) };
    case "together":
      return { ok: true, kind: order.kind, ...(await playTogether(order)) };
  }
}

/** One conversation per target; each round takes one turn against each target. */
async function playAlternately(order: Alternately): Promise<Partial<Record<TargetName, Turn[]>>> {
  const players = order.targets.map(({ name, target }) => ({
    name,
    target,
    browser: openBrowser(name === "ours" ? order.cookie : ""),
    turns: [] as Turn[],
  }));
  for (let round = -order.warmUp; round < order.turns; round += 1) {
    for (const { target, browser, turns } of players) {
      const turn = await takeTurn(target, browser, `Turn ${round} of the bench.`, order.tokens);
      if (round >= 0) turns.push(turn);
    }
  }
  for (const { browser } of players) browser.agent.destroy();
  return Object.fromEntries(players.map(({ name, turns }) => [name, turns]));
}

/** Many conversations at once. An error is counted, and its conversation continues with the next turn. */
async function playTogether(order: Together): Promise<TogetherReport> {
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

async function converse(order: Together, cookie: string, report: TogetherReport): Promise<void> {
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
