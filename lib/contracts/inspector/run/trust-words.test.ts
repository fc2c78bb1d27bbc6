import { describe, expect, it } from "vitest";
import { TRUST, trustOf } from "../../model/origin.ts";
import { detailOfOrigin, foreignTexts, segmentsOfTrust, TRUST_TEXTS } from "./trust-words.ts";

const segment = (bytes: number, ...origins: string[]) => ({ bytes, origins });

describe("words", () => {
  it("tell each trust from the others", () => {
    expect(new Set(TRUST.map((trust) => TRUST_TEXTS[trust].word())).size).toBe(TRUST.length);
  });

  it.each([
    ["deployment", "Deployment"],
    ["person", "Person"],
    ["person-file", "File"],
    ["directory", "Directory"],
    ["service:documents", "Service, documents"],
    ["mcp:post", "MCP server, post"],
    ["web:example.org:8080", "Web, example.org:8080"],
    ["web:masked-0a1b2c", "Web, host masked-0a1b2c"],
    ["web:unknown", "Web, unknown place"],
    ["model@person-file", "File, through a model"],
    ["tool@mcp", "MCP server, through a tool"],
    ["model@web+private", "Web, through a model, with private text"],
    ["tool@person-file+people", "File, through a tool, with private text"],
    ["no origin at all", "Web, unknown place"],
  ])("say of %s: %s", (origin, words) => {
    const detail = detailOfOrigin(origin);
    const word = TRUST_TEXTS[trustOf(origin)].word();
    expect(detail === null ? word : `${word}, ${detail}`).toBe(words);
  });
});

describe("foreign text", () => {
  it("is told by origin, the least trusted first, with the segments that hold it", () => {
    const prompt = [
      segment(10, "deployment"),
      segment(20, "person", "person-file"),
      segment(40, "web:a.example"),
      segment(80, "web:a.example", "model@person"),
    ];
    expect(foreignTexts(prompt)).toEqual([
      { origin: "web:a.example", trust: "web", bytes: 120, segments: [2, 3] },
      { origin: "person-file", trust: "person-file", bytes: 20, segments: [1] },
    ]);
    expect(segmentsOfTrust(prompt, "web")).toEqual([2, 3]);
  });

  it("is not known of a prompt with a segment from before origins were kept", () => {
    expect(foreignTexts([segment(1, "person"), { bytes: 1 }])).toBeNull();
  });
});
