/** Starts layout workers. An idle one is kept for the next layout. */
"use client";
import { useEffect, useRef, useState } from "react";
import type { Hop } from "../hops/read-hops.ts";
import type { GraphView } from "./aggregate-hops.ts";
import type { LayoutAnswer, LayoutQuestion } from "./lay-out.worker.ts";
import { type GraphLayout, layOutGraph } from "./lay-out-graph.ts";

type LayoutWorker = {
  worker: Worker;
  /** The hops that the worker already has, so that they are not sent again. */
  hops: readonly Hop[] | null;
  /** Id of the question in progress. */
  waitsFor: number | null;
};

let spare: LayoutWorker | null = null;
let lastId = 0;

/** Starts the worker before the first layout is needed. */
export function startLayoutWorker(): void {
  spare ??= createLayoutWorker();
}

/** @returns null where workers are not available */
export function openLayoutWorker(): LayoutWorker | null {
  const layoutWorker = spare ?? createLayoutWorker();
  spare = null;
  return layoutWorker;
}

/** Terminates a busy worker, which cancels its question; keeps an idle one for the next graph. */
export function closeLayoutWorker(layoutWorker: LayoutWorker): void {
  if (layoutWorker.waitsFor !== null || spare) {
    layoutWorker.worker.terminate();
    return;
  }
  layoutWorker.worker.onmessage = null;
  layoutWorker.worker.onerror = null;
  spare = layoutWorker;
}

/** Calls back once, with the answer, or without one if the worker fails. */
export function askLayoutWorker(
  layoutWorker: LayoutWorker,
  hops: readonly Hop[],
  view: GraphView,
  onAnswer: (layout: LayoutAnswer["layout"] | null) => void,
): void {
  lastId += 1;
  const question: LayoutQuestion = { id: lastId, view };
  if (layoutWorker.hops !== hops) question.hops = hops;
  layoutWorker.worker.onerror = () => onAnswer(null);
  layoutWorker.worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
    if (data.id !== layoutWorker.waitsFor) return;
    layoutWorker.waitsFor = null;
    onAnswer(data.layout);
  };
  layoutWorker.worker.postMessage(question);
  Object.assign(layoutWorker, { hops, waitsFor: question.id });
}

function createLayoutWorker(): LayoutWorker | null {
  if (typeof Worker === "undefined") return null;
  const worker = new Worker(new URL("./lay-out.worker.ts", import.meta.url), { type: "module" });
  return { worker, hops: null, waitsFor: null };
}

/**
 * Asks a worker for the layout. A newer request terminates the worker of the older one.
 * @returns the newest finished layout; null before the first
 */
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
