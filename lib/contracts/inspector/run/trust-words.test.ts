import { describe, expect, it } from "vitest";
import { TRUST } from "../../model/origin.ts";
import { foreignTexts, placeOfOrigin, segmentsOfTrust, TRUST_TEXTS } from "./trust-words.ts";

const segment = (bytes: number, ...origins: string[]) => ({ bytes, origins });

describe("words", () => {
  it("tell each trust from the others", () => {
    expect(new Set(TRUST.map((trust) => TRUST_TEXTS[trust].word())).size).toBe(TRUST.length);
  });

  it.each([
    ["deployment", "this deployment"],
    ["person", "the person"],
    ["person-file", "a file of the person"],
    ["directory", "the people directory"],
    ["service:documents", "the service documents"],
    ["mcp:post", "the MCP server post"],
    ["web:example.org:8080", "a page of example.org:8080"],
    ["web:masked-0a1b2c", "a web page (host masked-0a1b2c)"],
    ["web:unknown", "an unknown place"],
    ["model@web", "written by a model out of: Web"],
    ["tool@person-file", "made by a tool out of: File"],
    ["no origin at all", "an unknown place"],
  ])("say of %s: %s", (origin, words) => expect(placeOfOrigin(origin)).toBe(words));
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
