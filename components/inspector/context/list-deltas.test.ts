import { describe, expect, it } from "vitest";
import type { AgentTimeline } from "@/lib/contracts/inspector/run/context-inspection.ts";
import { blamePath, findOpening, groupByTurn, listDeltas, listPaths } from "./list-deltas.ts";

const RUNS = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];

const TIMELINE: AgentTimeline = {
  agentId: "concierge",
  schema: "concierge@1",
  deltaCount: 4,
  refused: [],
  refusedCount: 0,
  deltas: {
    texts: ["model", "person", "/answers/platform", "/open_gaps/0", "/answers"],
    runs: RUNS.map((runId, index) => ({
      runId,
      turn: index + 1,
      startedAt: new Date(index * 1_000).toISOString(),
      question: `Question ${index + 1}`,
    })),
    hops: [
      { hopRef: "h3", nodeId: "concierge" },
      { hopRef: "h5", nodeId: "concierge" },
    ],
    ordinal: [1, 2, 3, 4],
    run: [0, 0, -1, 1],
    hop: [0, 1, -1, 0],
    origin: [0, 0, 1, 0],
    at: [100, 200, 300, 1_100],
    paths: [[2, 3], [3], [2], [4]],
  },
};
const DELTAS = listDeltas(TIMELINE);
const ordinals = (path: string, upTo = 4) =>
  blamePath(DELTAS, path, upTo).map(({ ordinal }) => ordinal);

describe("listDeltas", () => {
  it("puts the columns together", () => {
    expect(DELTAS[1]).toEqual({
      ordinal: 2,
      run: TIMELINE.deltas.runs[0],
      hopRef: "h5",
      nodeId: "concierge",
      origin: "model",
      at: 200,
      paths: ["/open_gaps/0"],
    });
    expect(DELTAS[2]).toMatchObject({ run: null, hopRef: null, origin: "person" });
  });
});

describe("blamePath", () => {
  it("knows who touched a place, what holds it, or what it holds", () => {
    expect(ordinals("/answers/platform")).toEqual([1, 3, 4]);
    expect(ordinals("/answers/platform", 3)).toEqual([1, 3]);
    expect(ordinals("/answers")).toEqual([1, 3, 4]);
    expect(ordinals("/open_gaps")).toEqual([1, 2]);
    expect(ordinals("/answers/platform_version", 3)).toEqual([]);
    expect(ordinals("")).toEqual([1, 2, 3, 4]);
  });
});

describe("listPaths", () => {
  it("offers what can be asked about: no places in lists", () => {
    expect(listPaths(DELTAS)).toEqual(["/answers", "/answers/platform", "/open_gaps"]);
  });
});

describe("findOpening", () => {
  const opening = (asked: { at?: number; hopRef?: string; run?: number; startedAt?: number }) =>
    findOpening(DELTAS, {
      at: asked.at ?? null,
      hopRef: asked.hopRef ?? null,
      runId: RUNS[asked.run ?? 0] ?? "another run",
      startedAt: asked.startedAt ?? 0,
    });

  it("stands where the address asks for", () => {
    expect(opening({ at: 0 })).toBe(0);
    expect(opening({ at: 4 })).toBe(4);
    expect(opening({ at: 99 })).toBe(2);
    expect(opening({ at: Number.NaN })).toBe(2);
  });

  it("follows the hop that is picked out, where it changed anything", () => {
    expect(opening({ hopRef: "h3" })).toBe(1);
    expect(opening({ hopRef: "h3", at: 2 })).toBe(1);
    expect(opening({ hopRef: "h9", at: 4 })).toBe(4);
  });

  it("stands at the last delta of the run, or where a run that changed nothing began", () => {
    expect(opening({ run: 1 })).toBe(4);
    expect(opening({ run: 7, startedAt: 350 })).toBe(3);
    expect(opening({ run: 7, startedAt: 5 })).toBe(0);
  });
});

describe("groupByTurn", () => {
  it("puts deltas in a row of the same turn together", () => {
    expect(groupByTurn(DELTAS).map(({ run, from, count }) => [run?.turn, from, count])).toEqual([
      [1, 1, 2],
      [undefined, 3, 1],
      [2, 4, 1],
    ]);
  });
});
