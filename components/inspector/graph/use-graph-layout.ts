"use client";
/** Asks a worker for the picture. A question that is overtaken is cancelled by ending its worker. */
import { useEffect, useRef, useState } from "react";
import type { GraphView } from "./aggregate-hops.ts";
import type { LayoutAnswer, LayoutQuestion } from "./lay-out.worker.ts";
import { type GraphLayout, layOutGraph } from "./lay-out-graph.ts";
import type { Hop } from "./read-hops.ts";

type Desk = { worker: Worker; hops: readonly Hop[] | null; waitsFor: number | null };

/** @returns the picture of `hops` that is ready, else the one before; null before the first */
export function useGraphLayout(hops: readonly Hop[], view: GraphView): GraphLayout | null {
  const [layout, setLayout] = useState<GraphLayout | null>(null);
  const desk = useRef<Desk | null>(null);
  const lastId = useRef(0);
  useEffect(() => {
    if (desk.current?.waitsFor) closeDesk(desk);
    desk.current ??= openDesk();
    const { current } = desk;
    lastId.current += 1;
    const id = lastId.current;
    // What cannot run beside the page runs on it.
    if (!current) return setLayout(layOutGraph(hops, view));
    current.worker.onerror = () => setLayout(layOutGraph(hops, view));
    current.worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.id !== lastId.current) return;
      current.waitsFor = null;
      setLayout(data.layout);
    };
    const question: LayoutQuestion = { id, view };
    if (current.hops !== hops) question.hops = hops;
    current.worker.postMessage(question);
    Object.assign(current, { hops, waitsFor: id });
  }, [hops, view]);
  useEffect(() => () => closeDesk(desk), []);
  return layout;
}

function openDesk(): Desk | null {
  if (typeof Worker === "undefined") return null;
  const worker = new Worker(new URL("./lay-out.worker.ts", import.meta.url), { type: "module" });
  return { worker, hops: null, waitsFor: null };
}

function closeDesk(desk: { current: Desk | null }): void {
  desk.current?.worker.terminate();
  desk.current = null;
}
