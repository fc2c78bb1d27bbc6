/** A process that acts as many browsers. Takes one order after another from the bench and answers each. */

import type { LoadOrder, LoadReport } from "./orders.ts";
import { playAlternately } from "./play-alternately.ts";
import { playTogether } from "./play-together.ts";

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
