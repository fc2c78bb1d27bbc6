import { describe, expect, it } from "vitest";
import { SegmentKind } from "../contracts/run/prompt-manifest.ts";
import { registeredPrompts } from "../coordinator/prompt-registry.ts";
import { maskMessages, maskTools } from "../hidden-state/mask-messages.ts";
import type { ModelMessage, ModelTool } from "../llm/model-types.ts";
import { assemblePrompt, isAssembled } from "./assemble-prompt.ts";
import { MEMORY_POLICIES, type MemoryPolicy } from "./memory-policies.ts";
import { historySegments } from "./opening-segments.ts";
import { promptModel } from "./prompt-model.ts";
import { makeSegment } from "./segment.ts";

const segment = (kind: SegmentKind, agentId = "general", text = "hello") =>
  makeSegment({
    kind,
    agentId,
    source: "test",
    runId: null,
    origin: "person",
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

describe("masking", () => {
  const CARD = "4111 1111 1111 1111";
  const roles = ["system", "user", "assistant", "tool", "developer"] as const;

  it.each(SegmentKind.options)(
    "finds a secret in a segment of the kind %s, in every role",
    (kind) => {
      for (const role of roles) {
        const messages = [
          { role, content: `pay with ${CARD}`, tool_call_id: "c1" } as ModelMessage,
        ];
        const made = makeSegment({
          kind,
          agentId: "general",
          source: "test",
          runId: null,
          origin: "person",
          messages: messages as never,
        });
        expect(JSON.stringify(made)).not.toContain(CARD);
        expect(JSON.stringify(made.messages)).toContain("[redacted:card]");
      }
    },
  );

  it("finds it in a call's arguments, in parts of a message and in fields that are new", () => {
    const call = {
      id: "c1",
      type: "function",
      function: { name: "pay", arguments: `{"pin":4821}` },
    };
    const messages = [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "user", content: [{ type: "text", text: `card ${CARD}` }] },
      { role: "assistant", content: "", reasoning_notes: [{ of: `card ${CARD}` }] },
      // As a stream of events is written down, and no picture.
      { role: "user", content: `data: my card is ${CARD}` },
      { role: "user", content: [{ type: "text", text: `data:image/png;base64, card ${CARD}` }] },
    ] as unknown as ModelMessage[];
    const made = makeSegment({
      kind: "run-scratchpad",
      agentId: "general",
      source: "test",
      runId: null,
      origin: "person",
      messages: messages as never,
    });
    expect(JSON.stringify(made.messages)).not.toMatch(/4111|4821/);
  });

  it("keeps ids, names and pictures", () => {
    const id = "sk-0123456789abcdefghij";
    const url = `data:image/png;base64,eyJh.${"A".repeat(40)}.${"B".repeat(40)}`;
    const messages = [
      { role: "tool", tool_call_id: id, content: "" },
      { role: "user", content: [{ type: "image_url", image_url: { url } }] },
    ] as ModelMessage[];
    const made = makeSegment({
      kind: "attachment-content",
      agentId: "general",
      source: "test",
      runId: null,
      origin: "person",
      messages: messages as never,
    });
    expect(made.messages).toBe(messages);
  });

  it("masks the descriptions of tools, and keeps a field that is called password", () => {
    const parameters = {
      type: "object",
      properties: { password: { type: "string", default: "sk-0123456789abcdefghij" } },
      required: ["password"],
    };
    const tools = [
      {
        type: "function" as const,
        function: { name: "log_in", description: `As ${CARD}`, parameters },
      },
    ];
    const result = assemblePrompt({
      agentId: "general",
      memoryPolicy: "tool-history",
      segments: [segment("current-input")],
      tools,
    });
    if (!result.ok) throw new Error("refused");
    expect(result.prompt.tools).toEqual([
      {
        type: "function",
        function: {
          name: "log_in",
          description: "As [redacted:card]",
          parameters: {
            ...parameters,
            properties: { password: { type: "string", default: "[redacted:api-key]" } },
          },
        },
      },
    ]);
  });

  it("refuses a segment that was not masked", () => {
    const own = segment("current-input");
    expect(() => assemble("tool-history", [{ ...own }])).toThrowError(/memory policy/);
  });

  it("alters nothing that a server needs back: its exchange is left out whole", () => {
    const exchange = (runId: string, signature: string | null, content: string) => {
      const parts = signature && JSON.stringify({ message: { signature } });
      const opaque = { from: "here", parts };
      return {
        runId,
        messages: [
          { role: "user" as const, content: runId },
          { role: "assistant" as const, content, opaque },
        ],
      };
    };
    const segments = historySegments("general", [
      exchange("kept", "c2lnbmF0dXJl", `pay with ${CARD}`),
      exchange("masked", `pay with ${CARD}`, "Yes."),
      exchange("lost", null, "Yes."),
    ]);
    expect(segments.map(({ entry }) => entry.runId)).toEqual(["kept"]);
    const [, answer] = segments[0]?.messages ?? [];
    expect(answer).toMatchObject({
      opaque: { from: "here", parts: expect.stringContaining("c2lnbmF0dXJl") },
    });
    expect(JSON.stringify(answer)).not.toContain(CARD);
  });

  it("changes no prompt of ours", async () => {
    const { systemPrompts, toolSchemas } = await registeredPrompts();
    for (const content of Object.values(systemPrompts).flat())
      expect(maskMessages([{ role: "system", content }])[0]?.content).toBe(content);
    for (const tools of Object.values(toolSchemas))
      expect(maskTools(tools as ModelTool[])).toBe(tools);
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
