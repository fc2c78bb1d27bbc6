/** Start time of a server process to its first 200, and its idle memory. */
import { setTimeout as delay } from "node:timers/promises";
import { absoluteFigure, ratioFigure } from "../report.ts";
import { startRelay } from "../stack/start-controls.ts";
import { startProduct } from "../stack/start-product.ts";
import { residentBytes, residentTreeBytes } from "./machine/process-figures.ts";
import { median } from "./machine/statistics.ts";
import type { BenchStage } from "./stage.ts";

const IDLE_MS = 5_000;

export const measureServerProcess: BenchStage = async ({ quick, base, onProgress }) => {
  const ours: number[] = [];
  const bare: number[] = [];
  const idle: Record<"ours" | "tree" | "bare", number[]> = { ours: [], tree: [], bare: [] };
  const starts = quick ? 3 : 7;
  for (let round = 1; round <= starts; round += 1) {
    onProgress(`  start ${round} of ${starts}`);
    const measuresIdle = round <= (quick ? 1 : 3);
    const product = await startProduct(base);
    ours.push(product.readyMs);
    if (measuresIdle) await delay(IDLE_MS);
    if (measuresIdle) {
      idle.ours.push(residentBytes(product.pid) / 1e6);
      idle.tree.push(residentTreeBytes(product.pid) / 1e6);
    }
    await product.stop();
    const relay = await startRelay(base);
    bare.push(relay.readyMs);
    if (measuresIdle) await delay(IDLE_MS);
    if (measuresIdle) idle.bare.push(residentBytes(relay.pid) / 1e6);
    await relay.stop();
  }
  return [
    ratioFigure({
      id: "server-start",
      name: "Server process: start to first 200",
      ours: median(ours),
      control: median(bare),
      controlName: "bare Next",
      atMost: 2,
      unit: "ms",
      note: `median of ${starts} interleaved starts each; ours answers /api/health, which queries the database`,
      raw: { starts: { ours, bare } },
    }),
    ratioFigure({
      id: "idle-memory",
      name: "Server process: idle memory",
      ours: median(idle.ours),
      control: median(idle.bare),
      controlName: "bare Next",
      atMost: 2,
      unit: "MB",
      note: `resident, ${IDLE_MS / 1000} s after the start, without requests`,
      raw: { idle },
    }),
    absoluteFigure({
      id: "idle-memory-kept-warm",
      name: "Server process with its child processes: idle memory",
      ours: median(idle.tree),
      atMost: null,
      unit: "MB",
      note: "resident, including the prestarted Python and all other child processes; shared pages count once per process",
    }),
  ];
};
