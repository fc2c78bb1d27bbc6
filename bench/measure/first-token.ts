/** Time from Send to the first token in one conversation, against the controls; the model's own time is subtracted. */
import { startLoad } from "../load/start-load.ts";
import type { Turn } from "../load/target.ts";
import { absoluteFigure, type Figure, format, ratioFigure } from "../report.ts";
import { startProxy, startRelay } from "../stack/start-controls.ts";
import { startProduct } from "../stack/start-product.ts";
import { median, quantile, sum } from "./machine/statistics.ts";
import type { BenchStage } from "./stage.ts";

const TOKENS = 20;

export const measureFirstToken: BenchStage = async ({ quick, base, model }) => {
  await model.queue({ scenario: "bench", tokens: TOKENS, tokenDelayMs: 0 });
  const product = await startProduct(base);
  const [proxy, relay] = [await startProxy(base), await startRelay(base)];
  const load = startLoad();
  try {
    const [cookie = ""] = await product.signInAll();
    const report = await load.perform({
      kind: "alternately",
      targets: [
        { name: "model", target: { kind: "model", url: base.modelUrl } },
        { name: "proxy", target: proxy.target },
        { name: "relay", target: relay.target },
        { name: "ours", target: product.target },
      ],
      cookie,
      turns: quick ? 30 : 250,
      warmUp: quick ? 10 : 50,
      tokens: TOKENS,
    });
    if (report.kind !== "alternately") return [];
    return toFigures(report.turns);
  } finally {
    load.stop();
    for (const server of [product, proxy, relay]) await server.stop();
  }
};

function toFigures(turns: Partial<Record<string, Turn[]>>): Figure[] {
  const firsts = (name: string) => (turns[name] ?? []).map(({ firstTokenMs }) => firstTokenMs);
  const own = median(firsts("model"));
  const without = (name: string) => median(firsts(name)) - own;
  const ours = turns.ours ?? [];
  const deltas = sum(ours.map((turn) => turn.deltas));
  const framing = sum(ours.map((turn) => turn.deltaBytes - turn.textBytes)) / deltas;
  const theirs = turns.relay ?? [];
  const theirFraming =
    sum(theirs.map((turn) => turn.deltaBytes - turn.textBytes)) /
    sum(theirs.map((turn) => turn.deltas));
  const oursP95 = quantile(firsts("ours"), 0.95);
  return [
    ratioFigure({
      id: "first-token",
      name: "Send to first token, one conversation, p50, model time excluded",
      ours: without("ours"),
      control: without("relay"),
      controlName: "Next relay",
      atMost: 4,
      unit: "ms",
      note: `the model, called directly in the same interleaving, takes ${format(own, "ms")}, which is subtracted from both; including it, ours ${format(median(firsts("ours")), "ms")} (p95 ${format(oursP95, "ms")}), relay ${format(median(firsts("relay")), "ms")}, bare proxy ${format(median(firsts("proxy")), "ms")}; ${ours.length} turns each. Ours is two requests (the action, then the stream) and two model calls (the plan beside the answer).`,
      raw: { turns: ours.length, model: own, proxy: median(firsts("proxy")) },
    }),
    absoluteFigure({
      id: "framing-bytes",
      name: "Framing bytes per delta",
      ours: framing,
      atMost: 24,
      unit: "bytes",
      control: `the model's ${format(theirFraming, "bytes")}`,
      note: "bytes of a text frame minus the UTF-8 bytes of its text; chunked transfer adds the same to every stream",
    }),
  ];
}
