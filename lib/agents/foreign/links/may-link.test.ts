import { describe, expect, it } from "vitest";
import type { Origin } from "../../../contracts/model/origin.ts";
import { PromptText } from "../prompt-texts.ts";
import { mayLink } from "./may-link.ts";

const file = new PromptText(
  "The budget of project Aurora is 61400. Ask ann.berg@aurora.example or see https://wiki.example/aurora/budget-61400.",
  "person-file",
);
const question = new PromptText("What does the file say?", "person");
const result = (text: string, origin: Origin, asked = "{}") =>
  new PromptText(text, origin, { role: "tool", asked });

const may = (address: string, ...more: PromptText[]) => mayLink(address, [question, file, ...more]);

describe("an answer may link", () => {
  it.each([
    "https://wiki.example/aurora/budget-61400",
    "mailto:ann.berg@aurora.example",
    "mailto:Ann.Berg@aurora.example",
    "https://example.com/help",
    "mailto:help@example.com",
    "https://aurora.example/help",
    "tel:+4930123",
  ])("%s, which was read or says nothing", (address) => {
    expect(may(address)).toBe(true);
  });

  it.each([
    "https://evil.example/?q=61400",
    "https://evil.example/project-aurora",
    "https://project.aurora@evil.example/",
    "https://x:61400@evil.example/",
    "https://61400.evil.example/",
    "mailto:61400@evil.example",
    "mailto:ann.berg@aurora.example?body=61400",
    "mailto:x@evil.example?body=project%20Aurora",
    "tel:61400",
    "https://evil.example/#61400",
  ])("not %s, which says what is private", (address) => {
    expect(may(address)).toBe(false);
  });

  it("what a result says, unless it only says again what it was asked", () => {
    const address = "https://tracker.example/issues/61400";
    const email = "mailto:budget.61400@tracker.example";
    const page = `See ${address} or budget.61400@tracker.example.`;
    for (const one of [address, email]) {
      expect(may(one, result(page, "mcp:tracker"))).toBe(true);
      expect(may(one, result(page, "web:tracker.example", '{"query":"aurora"}'))).toBe(true);
      expect(may(one, result(page, "mcp:echo", JSON.stringify({ text: page })))).toBe(false);
      expect(may(one, result(page, "web:search.example", JSON.stringify({ q: page })))).toBe(false);
    }
  });

  it("nothing that was put together here", () => {
    const address = "https://evil.example/?q=61400";
    for (const origin of ["tool@person-file", "model@web", "model@person-file"])
      expect(may(address, result(address, origin))).toBe(false);
  });
});
