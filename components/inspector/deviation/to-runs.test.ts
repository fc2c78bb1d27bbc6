import { describe, expect, it } from "vitest";
import { readRunQuery } from "../runs/use-runs.ts";
import { toRuns } from "./to-runs.ts";

const read = (address: string) => {
  const params = new URL(address, "http://localhost").searchParams;
  return readRunQuery((name) => params.get(name));
};

describe("toRuns", () => {
  it("leads to runs by filters that the list of runs understands", () => {
    const since = "2026-03-01T00:00:00.000Z";
    const tool = { type: "tool", name: "@scope/fetch@1.0" } as const;
    expect(read(toRuns({ entry: tool, class: "failed", since }))).toEqual({
      tool: "@scope/fetch",
      kind: "failed",
      from: since,
    });
    const agent = { type: "agent", name: "general" } as const;
    expect(read(toRuns({ entry: agent, since: null }))).toEqual({
      ...{ agent: "general", period: "all" },
    });
  });

  it("leads from an action to the runs of its class alone", () => {
    const action = { type: "action", name: "compose" } as const;
    expect(read(toRuns({ entry: action, class: "missing", since: null }))).toEqual({
      kind: "missing",
      period: "all",
    });
  });
});
