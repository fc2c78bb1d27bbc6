import { describe, expect, it } from "vitest";
import { SegmentKind } from "../contracts/run/prompt-manifest.ts";
import { assemblePrompt, isAssembled } from "./assemble-prompt.ts";
import { MEMORY_POLICIES, type MemoryPolicy } from "./memory-policies.ts";
import { promptModel } from "./prompt-model.ts";
import { makeSegment } from "./segment.ts";

const segment = (kind: SegmentKind, agentId = "general", text = "hello") =>
  makeSegment({
    kind,
    agentId,
    source: "test",
    runId: null,
    messages: [{ role: "user", content: text }],
  });

const assemble = (memoryPolicy: MemoryPolicy, segments: ReturnType<typeof segment>[]) =>
  assemblePrompt({ agentId: "general", memoryPolicy, segments, tools: [] });

describe("assemblePrompt", () => {
  it.each(Object.keys(MEMORY_POLICIES) as MemoryPolicy[])(
    "%s lets in its kinds and no other",
    (policy) => {
      for (const kind of SegmentKind.options) {
        expect(assemble(policy, [segment(kind)]).ok).toBe(MEMORY_POLICIES[policy].has(kind));
      }
    },
  );

  it("allows earlier turns only under tool-history", () => {
    const lets = Object.entries(MEMORY_POLICIES).filter(([, kinds]) => kinds.has("tool-history"));
    expect(lets.map(([policy]) => policy)).toEqual(["tool-history"]);
  });

  it("refuses a segment of another agent", () => {
    const result = assemble("tool-history", [
      segment("current-input"),
      segment("tool-history", "users"),
    ]);
    expect(result).toMatchObject({
      ok: false,
      segment: { agentId: "users", kind: "tool-history" },
    });
  });

  it("lists the segments in order, with digest and size", () => {
    const result = assemble("tool-history", [segment("system-prompt"), segment("current-input")]);
    if (!result.ok) throw new Error("refused");
    const { manifest, messages } = result.prompt;
    expect(manifest.segments.map((entry) => entry.kind)).toEqual([
      "system-prompt",
      "current-input",
    ]);
    expect(messages).toHaveLength(2);
    expect(manifest.bytes).toBe(manifest.segments.reduce((sum, entry) => sum + entry.bytes, 0));
    expect(JSON.stringify(manifest)).not.toContain("hello");
  });

  it("gives equal prompts equal digests and different prompts different ones", () => {
    const digestOf = (text: string) => {
      const result = assemble("tool-history", [segment("current-input", "general", text)]);
      return result.ok ? result.prompt.manifest.promptSha256 : null;
    };
    expect(digestOf("a")).toBe(digestOf("a"));
    expect(digestOf("a")).not.toBe(digestOf("b"));
  });
});

describe("promptModel", () => {
  it("refuses a prompt that the assembler did not make", () => {
    const result = assemble("tool-history", [segment("current-input")]);
    if (!result.ok) throw new Error("refused");
    const copy = { ...result.prompt };
    expect(isAssembled(copy)).toBe(false);
    expect(() => promptModel(copy, AbortSignal.abort())).toThrowError(/memory policy/);
  });
});
