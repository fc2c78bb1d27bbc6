/** The worker that aggregates and lays out hops. It is cancelled by ending it. */

import type { Hop } from "../hops/read-hops.ts";
import type { GraphView } from "./aggregate-hops.ts";
import { type GraphLayout, layOutGraph } from "./lay-out-graph.ts";

/** `hops` only where they differ from those of the question before. */
export type LayoutQuestion = { id: number; hops?: readonly Hop[]; view: GraphView };
export type LayoutAnswer = { id: number; layout: GraphLayout; tookMs: number };

let known: readonly Hop[] = [];

addEventListener("message", ({ data }: MessageEvent<LayoutQuestion>) => {
  const began = performance.now();
  if (data.hops) known = data.hops;
  const layout = layOutGraph(known, data.view);
  const answer: LayoutAnswer = { id: data.id, layout, tookMs: performance.now() - began };
  postMessage(answer);
});
