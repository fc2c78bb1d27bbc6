import { describe, expect, it } from "vitest";
import type { InspectedBody, InspectedEvent } from "@/lib/contracts/inspected-event.ts";
import { foldSpans } from "./fold-spans.ts";

const log = (...bodies: InspectedBody[]): InspectedEvent[] =>
  bodies.map((body, index) => ({
    seq: index + 1,
    publicSeq: null,
    visibility: "hidden",
    at: new Date(index * 100).toISOString(),
    body,
  }));

const started = (hopRef: string, parentRef: string | null): InspectedBody => ({
  type: "hop.started",
  hopRef,
  parentRef,
  kind: "agent",
  nodeId: `node-${hopRef}`,
});
const ended = (hopRef: string): InspectedBody => ({
  type: "hop.ended",
  hopRef,
  outcome: "ok",
  durationMs: 5,
});

const shape = (events: InspectedEvent[]) =>
  foldSpans(events, 0).map(({ ref, depth, findings }) => [ref, depth, ...findings]);

describe("foldSpans", () => {
  it("puts children below their parent in the order in which they started", () => {
    const events = log(
      started("h1", null),
      started("h2", "h1"),
      started("h3", "h1"),
      started("h4", "h2"),
    );
    expect(shape(events)).toEqual([
      ["h1", 0],
      ["h2", 1],
      ["h4", 2],
      ["h3", 1],
    ]);
  });

  it("hangs a model call under its hop, named by the model that answered", () => {
    const called: InspectedBody = {
      type: "model.called",
      hopRef: "h1",
      callId: "h1.m1",
      round: 1,
      manifest: {
        version: 1,
        agentId: "general",
        memoryPolicy: "tool-history",
        segments: [],
        promptSha256: "",
        bytes: 0,
      },
    };
    const answered: InspectedBody = {
      type: "model.answered",
      hopRef: "h1",
      callId: "h1.m1",
      model: "model-9",
      outcome: "failed",
      reason: null,
      finishReason: null,
      text: { bytes: 0, value: "" },
      toolCallIds: [],
      inputTokens: 0,
      outputTokens: 0,
      firstTokenMs: null,
      durationMs: 7,
      attempts: 1,
    };
    expect(foldSpans(log(started("h1", null), called, answered), 0)[1]).toMatchObject({
      ref: "h1.m1",
      kind: "model",
      name: "model-9",
      depth: 1,
      startedMs: 100,
      durationMs: 7,
      outcome: "failed",
    });
  });

  it("keeps what has not ended open", () => {
    const [open, done] = foldSpans(log(started("h1", null), started("h2", "h1"), ended("h2")), 0);
    expect(open).toMatchObject({ outcome: null, durationMs: null });
    expect(done).toMatchObject({ outcome: "ok", durationMs: 5 });
  });

  it("shows orphans, doubles and cycles for what they are, each once", () => {
    const events = log(
      started("h1", null),
      started("h2", "h9"),
      started("h1", null),
      started("h5", "h6"),
      started("h6", "h5"),
      started("h7", "h7"),
    );
    expect(shape(events)).toEqual([
      ["h1", 0],
      ["h2", 0, "orphan: parent h9 is not in this run"],
      ["h1", 0, "duplicate id"],
      ["h5", 0, "cycle: it is its own ancestor"],
      ["h6", 1],
      ["h7", 0, "cycle: it is its own ancestor"],
    ]);
  });
});
