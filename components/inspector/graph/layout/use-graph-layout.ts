/** Asks a worker for the layout. A newer request terminates the worker of the older one. */
"use client";
import { useEffect, useRef, useState } from "react";
import type { Hop } from "../hops/read-hops.ts";
import type { GraphView } from "./aggregate-hops.ts";
import { type GraphLayout, layOutGraph } from "./lay-out-graph.ts";
import {
  askLayoutWorker,
  closeLayoutWorker,
  type LayoutWorker,
  openLayoutWorker,
} from "./layout-worker.ts";

/** @returns the newest finished layout; null before the first */
export function useGraphLayout(hops: readonly Hop[], view: GraphView): GraphLayout | null {
  const [layout, setLayout] = useState<GraphLayout | null>(null);
  const layoutWorker = useRef<LayoutWorker | null>(null);
  useEffect(() => {
    if (layoutWorker.current && layoutWorker.current.waitsFor !== null) close(layoutWorker);
    layoutWorker.current ??= openLayoutWorker();
    // Without workers, lay out on the main thread.
    const onPage = () => setLayout(layOutGraph(hops, view));
    if (layoutWorker.current)
      askLayoutWorker(layoutWorker.current, hops, view, (made) =>
        made ? setLayout(made) : onPage(),
      );
    else onPage();
  }, [hops, view]);
  useEffect(() => () => close(layoutWorker), []);
  return layout;
}

function close(layoutWorker: { current: LayoutWorker | null }): void {
  if (layoutWorker.current) closeLayoutWorker(layoutWorker.current);
  layoutWorker.current = null;
}
