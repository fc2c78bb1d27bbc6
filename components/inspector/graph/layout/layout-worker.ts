/** Starts and keeps layout workers. An idle one is kept for the next layout. */

import type { Hop } from "../hops/read-hops.ts";
import type { GraphView } from "./aggregate-hops.ts";
import type { LayoutAnswer, LayoutQuestion } from "./lay-out.worker.ts";

export type LayoutDesk = {
  worker: Worker;
  /** What the worker knows already: the same need not be sent again. */
  hops: readonly Hop[] | null;
  /** The question that it works on. */
  waitsFor: number | null;
};

let spare: LayoutDesk | null = null;
let lastId = 0;

/** Starts the worker before anybody asks for a picture. */
export function startLayoutWorker(): void {
  spare ??= startDesk();
}

/** @returns null where nothing can run beside the page */
export function openLayoutDesk(): LayoutDesk | null {
  const desk = spare ?? startDesk();
  spare = null;
  return desk;
}

/** A question that is overtaken is cancelled by ending its worker; one that rests is kept for the next graph. */
export function closeLayoutDesk(desk: LayoutDesk): void {
  if (desk.waitsFor !== null || spare) {
    desk.worker.terminate();
    return;
  }
  desk.worker.onmessage = null;
  desk.worker.onerror = null;
  spare = desk;
}

/** Calls back once, with the answer or without one. */
export function askLayoutDesk(
  desk: LayoutDesk,
  hops: readonly Hop[],
  view: GraphView,
  onAnswer: (layout: LayoutAnswer["layout"] | null) => void,
): void {
  lastId += 1;
  const question: LayoutQuestion = { id: lastId, view };
  if (desk.hops !== hops) question.hops = hops;
  desk.worker.onerror = () => onAnswer(null);
  desk.worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
    if (data.id !== desk.waitsFor) return;
    desk.waitsFor = null;
    onAnswer(data.layout);
  };
  desk.worker.postMessage(question);
  Object.assign(desk, { hops, waitsFor: question.id });
}

function startDesk(): LayoutDesk | null {
  if (typeof Worker === "undefined") return null;
  const worker = new Worker(new URL("./lay-out.worker.ts", import.meta.url), { type: "module" });
  return { worker, hops: null, waitsFor: null };
}
