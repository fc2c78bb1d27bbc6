/** The worker that aggregates and lays out hops. Terminating it cancels the work. */

import type { Hop } from "../hops/read-hops.ts";
import type { GraphView } from "./aggregate-hops.ts";
import { type GraphLayout, layOutGraph } from "./lay-out-graph.ts";

/** `hops` is sent only if they differ from those of the last question. */
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
