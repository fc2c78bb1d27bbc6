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
    startMs: 0,
    durationMs: 1,
    seq: 1,
    findings: [],
  },
];

/** A worker that answers when it is told to, and never by itself. */
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

let desks: typeof import("./layout-worker.ts");

beforeEach(async () => {
  SlowWorker.all = [];
  vi.stubGlobal("Worker", SlowWorker);
  vi.resetModules();
  desks = await import("./layout-worker.ts");
});

afterEach(() => vi.unstubAllGlobals());

function open() {
  const desk = desks.openLayoutDesk();
  const worker = SlowWorker.all.at(-1);
  if (!desk || !worker) throw new Error("no desk");
  return { desk, worker };
}

it("sends hops once, and keeps what rests for the next graph", () => {
  desks.startLayoutWorker();
  const { desk, worker } = open();
  const answers: (number | undefined)[] = [];
  const ask = (one = desk) =>
    desks.askLayoutDesk(one, HOPS, WHOLE_VIEW, (layout) => answers.push(layout?.nodes.length));
  ask();
  worker.answer();
  ask();
  worker.answer(1);
  desks.closeLayoutDesk(desk);
  ask(open().desk);
  worker.answer(2);
  expect(SlowWorker.all).toHaveLength(1);
  expect(worker.asked.map(({ hops }) => hops === HOPS)).toEqual([true, false, false]);
  expect(answers).toEqual([1, 1, 1]);
});

it("ends a worker whose question is overtaken", () => {
  const { desk, worker } = open();
  desks.askLayoutDesk(desk, HOPS, WHOLE_VIEW, () => expect.fail("nobody waits for it"));
  desks.closeLayoutDesk(desk);
  expect(worker.isEnded).toBe(true);
  expect(open().worker).not.toBe(worker);
});

it("says that a worker has failed", () => {
  const { desk, worker } = open();
  const onAnswer = vi.fn();
  desks.askLayoutDesk(desk, HOPS, WHOLE_VIEW, onAnswer);
  worker.onerror?.();
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(null);
});

it("knows where there are no workers", () => {
  vi.stubGlobal("Worker", undefined);
  desks.startLayoutWorker();
  expect(desks.openLayoutDesk()).toBeNull();
});
