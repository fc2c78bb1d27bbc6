import { describe, expect, it } from "vitest";
import type { InspectedEvent } from "@/lib/contracts/inspected-event.ts";
import type { InspectedRun, RunInspection } from "@/lib/contracts/inspector.ts";
import { addNews, isOpen, settleInspection } from "./merge-inspection.ts";

const run = (status: InspectedRun["status"]): InspectedRun => ({
  id: "00000000-0000-4000-8000-000000000001",
  person: { id: "p", name: "Somebody", email: "somebody@example.org" },
  conversation: { id: "00000000-0000-4000-8000-000000000002", title: "Title" },
  agentId: "general",
  model: null,
  status,
  reason: null,
  startedAt: new Date(0).toISOString(),
  endedAt: null,
  durationMs: 0,
  rounds: 0,
  modelCalls: 0,
  toolCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
});

const event = (seq: number): InspectedEvent => ({
  seq,
  publicSeq: null,
  visibility: "hidden",
  at: new Date(seq).toISOString(),
  body: { type: "run.noted", code: `note-${seq}`, detail: { bytes: 0, value: "" } },
});

const inspection = (seqs: number[], status: InspectedRun["status"] = "running"): RunInspection => ({
  run: run(status),
  messages: [],
  messageCount: 0,
  states: [],
  events: seqs.map(event),
  hasMore: false,
});

describe("addNews", () => {
  it("adds only what is beyond the last event that is known", () => {
    const known = inspection([1, 2]);
    const next = addNews(known, {
      run: run("running"),
      events: [event(2), event(3)],
      hasMore: true,
    });
    expect(next.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(next.events[0]).toBe(known.events[0]);
    expect(isOpen(next)).toBe(true);
  });

  it("keeps the same list where nothing is new, so that nothing is rendered again", () => {
    const known = inspection([1, 2]);
    const next = addNews(known, { run: run("complete"), events: [], hasMore: false });
    expect(next.events).toBe(known.events);
    expect(isOpen(next)).toBe(false);
  });
});

describe("settleInspection", () => {
  it("takes everything from the ended run, but keeps events beyond the first stretch of a long log", () => {
    const known = { ...inspection([1, 2, 3]), hasMore: false };
    const ended = { ...inspection([1, 2], "complete"), hasMore: true, messageCount: 7 };
    const settled = settleInspection(known, ended);
    expect(settled.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(settled).toMatchObject({ hasMore: false, messageCount: 7, run: { status: "complete" } });
  });

  it("is the ended run where that holds the whole log", () => {
    const ended = inspection([1, 2, 3], "complete");
    expect(settleInspection(inspection([1, 2]), ended)).toBe(ended);
  });
});
