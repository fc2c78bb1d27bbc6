/** What a stage of the bench is given, and what it hands back. */
import type { DemoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import type { Figure } from "../report/figure.ts";
import type { Endings } from "../stack/end-in-order.ts";
import type { Base } from "../stack/start-base.ts";

export type BenchScene = {
  quick: boolean;
  base: Base;
  model: DemoModelControl;
  endings: Endings;
  say(line: string): void;
};

export type BenchStage = (scene: BenchScene) => Promise<Figure[]>;
