/** The interface of a stage of the bench, and the pause that stages share. */
import { setTimeout as delay } from "node:timers/promises";
import type { DemoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import type { Figure } from "../report.ts";
import type { Base } from "../stack/start-base.ts";

export type BenchContext = {
  quick: boolean;
  base: Base;
  model: DemoModelControl;
  onProgress(line: string): void;
};

export type BenchStage = (context: BenchContext) => Promise<Figure[]>;

/** One flush interval of the run log, and a margin: work that a turn may do after its answer has ended. */
const FLUSH_MS = 250;
const MARGIN_MS = 20;

export function waitForLastFlush(): Promise<void> {
  return delay(FLUSH_MS + MARGIN_MS);
}
