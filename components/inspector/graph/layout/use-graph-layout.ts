"use client";
/** Asks a worker for the layout. A newer request ends the worker of the older one. */
import { useEffect, useRef, useState } from "react";
import type { Hop } from "../hops/read-hops.ts";
import type { GraphView } from "./aggregate-hops.ts";
import { type GraphLayout, layOutGraph } from "./lay-out-graph.ts";
import {
  askLayoutDesk,
  closeLayoutDesk,
  type LayoutDesk,
  openLayoutDesk,
} from "./layout-worker.ts";

/** @returns the picture of `hops` that is ready, else the one before; null before the first */
export function useGraphLayout(hops: readonly Hop[], view: GraphView): GraphLayout | null {
  const [layout, setLayout] = useState<GraphLayout | null>(null);
  const desk = useRef<LayoutDesk | null>(null);
  useEffect(() => {
    if (desk.current && desk.current.waitsFor !== null) close(desk);
    desk.current ??= openLayoutDesk();
    // What cannot run beside the page runs on it.
    const onPage = () => setLayout(layOutGraph(hops, view));
    if (desk.current)
      askLayoutDesk(desk.current, hops, view, (made) => (made ? setLayout(made) : onPage()));
    else onPage();
  }, [hops, view]);
  useEffect(() => () => close(desk), []);
  return layout;
}

function close(desk: { current: LayoutDesk | null }): void {
  if (desk.current) closeLayoutDesk(desk.current);
  desk.current = null;
}
