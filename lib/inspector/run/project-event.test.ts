import { describe, expect, it } from "vitest";
import type { StoredEvent } from "../../db/inspector/run/read-events.ts";
import { accessAs } from "../testing/access-as.ts";
import { projectEvent } from "./project-event.ts";

const stored = (type: string, payload: unknown): StoredEvent => ({
  seq: 3,
  publicSeq: null,
  at: new Date("2026-01-02T03:04:05.678Z"),
  type,
  visibility: "hidden",
  payload,
});

describe("projectEvent", () => {
  it("puts what was written into payloads with their size, and leaves structure in the open", () => {
    const event = projectEvent(
      stored("tool.returned", {
        hopRef: "h3",
        toolCallId: "c1",
        tool: "python_interpreter",
        outcome: "ok",
        result: "né",
        bytes: 3,
        durationMs: 4.5,
      }),
      accessAs("full"),
    );
    expect(event).toEqual({
      seq: 3,
      publicSeq: null,
      visibility: "hidden",
      at: "2026-01-02T03:04:05.678Z",
      body: {
        type: "tool.returned",
        hopRef: "h3",
        toolCallId: "c1",
        tool: "python_interpreter",
        outcome: "ok",
        result: { bytes: 3, value: "né" },
        bytes: 3,
        durationMs: 4.5,
      },
    });
  });

  it("leaves out a field that the event does not have", () => {
    const hop = { hopRef: "h1", parentRef: null, kind: "agent", nodeId: "general" };
    expect(projectEvent(stored("hop.started", hop), accessAs("full")).body).toEqual({
      type: "hop.started",
      ...hop,
    });
  });

  it("names the place of what does not fit", () => {
    const event = stored("model.called", { hopRef: "h", manifest: { segments: 7 } });
    const { body } = projectEvent(event, accessAs("full"));
    expect(body).toMatchObject({ finding: expect.stringMatching(/^\w+(?:\.\w+)*: /) });
    expect(body).toMatchObject({ finding: expect.not.stringContaining("/") });
  });

  it.each([
    ["an unknown field", "hop.ended", { hopRef: "h", outcome: "ok", durationMs: 1, secret: 1 }],
    ["an unknown type", "hop.melted", { hopRef: "h" }],
    ["a missing field", "hop.ended", {}],
    ["a payload that is no object", "hop.ended", "?"],
  ])("shows %s as a finding with what is stored", (_what, type, payload) => {
    expect(projectEvent(stored(type, payload), accessAs("full")).body).toMatchObject({
      type: "unreadable",
      storedType: type,
      finding: expect.stringMatching(/./),
      stored: { value: payload },
    });
  });
});
