/** The corpus of texts that must be masked and texts that must stay, with the product's defaults (decision 77). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sanitise } from "../sanitise.ts";

/** What becomes of a text, the text, and what must be gone from it. */
type Line = ["mask", string, string] | ["stay", string];

const CORPUS = readFileSync(new URL("../testing/masking-corpus.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Line => JSON.parse(line));
const MASKED = CORPUS.filter((line) => line[0] === "mask");
const KEPT = CORPUS.filter((line) => line[0] === "stay");

describe("the corpus", () => {
  it("has hundreds of lines of both kinds", () => {
    expect(MASKED.length).toBeGreaterThanOrEqual(150);
    expect(KEPT.length).toBeGreaterThanOrEqual(150);
  });

  it.each(MASKED)("%s: %j", (_, text, secret) => {
    const found = sanitise(text);
    expect(found.value).not.toContain(secret);
    expect(found.value).toContain("[redacted:");
    expect(sanitise(found.value)).toEqual({ value: found.value, redactions: 0 });
  });

  it.each(KEPT)("%s: %j", (_, text) => {
    expect(sanitise(text)).toEqual({ value: text, redactions: 0 });
  });
});
