import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { DeviationEntry } from "@/lib/contracts/inspector/deviation-overview.ts";
import { RunQuery } from "@/lib/contracts/inspector/run-query.ts";
import { readQuery } from "../list-query.ts";
import { EntryTable, toRuns } from "./entry-table.tsx";

const entry = (name: string, more: Partial<DeviationEntry> = {}): DeviationEntry => ({
  name,
  type: "tool",
  stepId: null,
  moves: 2,
  deviating: 0,
  cost: 0,
  classes: [],
  ...more,
});

const render = (shown: DeviationEntry[]) =>
  renderToStaticMarkup(
    createElement(EntryTable, {
      kind: "tool",
      title: "Tools",
      what: "Tool",
      since: null,
      entries: { shown, count: shown.length },
    }),
  );

const headsOf = (html: string) => html.match(/<th[ >]/g)?.length;

describe("EntryTable", () => {
  it("says once what every row would say, and describes the table by it", () => {
    const html = render([entry("one"), entry("two"), entry("three")]);
    expect(html).toContain("The same in every row:");
    expect(html).toContain('aria-describedby="by-tool-same"');
    expect(headsOf(html)).toBe(2);
    for (const name of ["one", "two", "three"]) expect(html).toContain(`>${name}<`);
  });

  it("keeps its columns where rows differ", () => {
    const failed = { deviating: 1, cost: 1, classes: [{ class: "failed" as const, moves: 1 }] };
    const more = { deviating: 2, cost: 3, classes: [{ class: "missing" as const, moves: 2 }] };
    const html = render([entry("one", failed), entry("two", more), entry("three", failed)]);
    expect(html).not.toContain("The same in every row:");
    expect(headsOf(html)).toBe(6);
  });
});

const read = (address: string) => {
  const params = new URL(address, "http://localhost").searchParams;
  return readQuery(RunQuery, (name) => params.get(name));
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
      agent: "general",
      period: "all",
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
