/** Delay added by planning: a turn whose plan takes as long as its answer, against one whose plan takes no time. */
import { takeTurn } from "../load/take-turn.ts";
import { openBrowser } from "../load/target.ts";
import { type Figure, ratioFigure } from "../report.ts";
import { startProduct } from "../stack/start-product.ts";
import { tapModel } from "../stack/tap-model.ts";
import { median } from "./machine/statistics.ts";
import type { BenchStage } from "./stage.ts";

const FIRST_TOKEN_MS = 300;
const TOKENS = 20;

export const measurePlanning: BenchStage = async ({ quick, base, model }): Promise<Figure[]> => {
  await model.queue({ scenario: "bench", tokens: TOKENS, tokenDelayMs: 0 });
  const tap = await tapModel(base.modelUrl);
  const product = await startProduct(base, { modelUrl: tap.url });
  try {
    const [cookie = ""] = await product.signInAll();
    const browser = openBrowser(cookie);
    const direct = openBrowser("");
    const planned: number[] = [];
    const unplanned: number[] = [];
    const bare: number[] = [];
    for (let round = -2; round < (quick ? 8 : 50); round += 1) {
      const take = async (into: number[], planMs: number) => {
        tap.delays = { planMs, answerMs: FIRST_TOKEN_MS };
        const turn = await takeTurn(product.target, browser, `Turn ${round}.`, TOKENS);
        if (round >= 0) into.push(turn.firstTokenMs);
      };
      await take(planned, FIRST_TOKEN_MS);
      await take(unplanned, 0);
      const target = { kind: "model", url: tap.url } as const;
      const turn = await takeTurn(target, direct, `Turn ${round}.`, TOKENS);
      if (round >= 0) bare.push(turn.firstTokenMs);
    }
    browser.agent.destroy();
    direct.agent.destroy();
    const plans = tap.take().filter(({ isPlan }) => isPlan).length;
    return [
      ratioFigure({
        id: "planned-turn",
        name: "Planned turn, model with 300 ms to its first token: Send to first token",
        ours: median(planned),
        control: median(unplanned),
        controlName: "unplanned",
        atMost: 1.2,
        unit: "ms",
        note: `unplanned: the same turn with an instant plan; the model called directly ${median(bare).toFixed(0)} ms; ${planned.length} turns each, ${plans} planning calls`,
        raw: { planned, unplanned, bare },
      }),
    ];
  } finally {
    await product.stop();
    tap.close();
  }
};
