/** One conversation: a turn against each target, again and again. */
import type { LoadOrder } from "./orders.ts";
import { takeTurn } from "./take-turn.ts";
import { openBrowser, type TargetName, type Turn } from "./target.ts";

type Order = Extract<LoadOrder, { kind: "alternately" }>;

export async function playAlternately(order: Order): Promise<Partial<Record<TargetName, Turn[]>>> {
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
