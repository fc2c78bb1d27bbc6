import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Hop } from "../hops/read-hops.ts";
import { WHOLE_VIEW } from "./aggregate-hops.ts";
import type { LayoutQuestion } from "./lay-out.worker.ts";
import { layOutGraph } from "./lay-out-graph.ts";

const HOPS: Hop[] = [
  {
    ref: "h1",
    parent: -1,
    kind: "agent",
    name: "general",
    outcome: "ok",
    trust: null,
    askedSeq: null,
    startMs: 0,
    durationMs: 1,
    seq: 1,
    findings: [],
  },
];

/** A worker that answers only when the test tells it to. */
class SlowWorker {
  static all: SlowWorker[] = [];
  asked: LayoutQuestion[] = [];
  isEnded = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    SlowWorker.all.push(this);
  }

  postMessage(question: LayoutQuestion): void {
    this.asked.push(question);
  }

  terminate(): void {
    this.isEnded = true;
  }

  answer(place = 0): void {
    const id = this.asked[place]?.id;
    this.onmessage?.({ data: { id, layout: layOutGraph(HOPS, WHOLE_VIEW), tookMs: 1 } });
  }
}

let workers: typeof import("./layout-worker.ts");

beforeEach(async () => {
  SlowWorker.all = [];
  vi.stubGlobal("Worker", SlowWorker);
  vi.resetModules();
  workers = await import("./layout-worker.ts");
});

afterEach(() => vi.unstubAllGlobals());

function open() {
  const layoutWorker = workers.openLayoutWorker();
  const worker = SlowWorker.all.at(-1);
  if (!layoutWorker || !worker) throw new Error("no worker");
  return { layoutWorker, worker };
}

it("sends hops once, and keeps what rests for the next graph", () => {
  workers.startLayoutWorker();
  const { layoutWorker, worker } = open();
  const answers: (number | undefined)[] = [];
  const ask = (one = layoutWorker) =>
    workers.askLayoutWorker(one, HOPS, WHOLE_VIEW, (layout) => answers.push(layout?.nodes.length));
  ask();
  worker.answer();
  ask();
  worker.answer(1);
  workers.closeLayoutWorker(layoutWorker);
  ask(open().layoutWorker);
  worker.answer(2);
  expect(SlowWorker.all).toHaveLength(1);
  expect(worker.asked.map(({ hops }) => hops === HOPS)).toEqual([true, false, false]);
  expect(answers).toEqual([1, 1, 1]);
});

it("ends a worker whose question is overtaken", () => {
  const { layoutWorker, worker } = open();
  workers.askLayoutWorker(layoutWorker, HOPS, WHOLE_VIEW, () => expect.fail("nobody waits for it"));
  workers.closeLayoutWorker(layoutWorker);
  expect(worker.isEnded).toBe(true);
  expect(open().worker).not.toBe(worker);
});

it("says that a worker has failed", () => {
  const { layoutWorker, worker } = open();
  const onAnswer = vi.fn();
  workers.askLayoutWorker(layoutWorker, HOPS, WHOLE_VIEW, onAnswer);
  worker.onerror?.();
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(null);
});

it("knows where there are no workers", () => {
  vi.stubGlobal("Worker", undefined);
  workers.startLayoutWorker();
  expect(workers.openLayoutWorker()).toBeNull();
});
