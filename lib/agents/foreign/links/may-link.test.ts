import fc from "fast-check";
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
    "https://evil.example:61400/",
    "https://evil.example:port/61400",
    "https://61400.evil.example:port",
    "https://61400.evil.example|",
    "mailto:a@b.example,61400@evil.example",
    "mailto:a@evil.example;61400.x",
    "mailto:a@evil.example%2c61400.x",
    "tel:+49@61400.x",
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

  it("a page that was read, with no more behind `#` than was read", () => {
    const page = result(
      "https://evil.example/page or https://evil.example/a#61400",
      "web:e.example",
    );
    for (const read of ["https://evil.example/page#top", "https://evil.example/a#61400"])
      expect(may(read, page)).toBe(true);
    for (const made of ["page#61400", "page#project-aurora", "a#q=61400"])
      expect(may(`https://evil.example/${made}`, page)).toBe(false);
  });

  it("no host that says in another script what is private", () => {
    const word = new PromptText("Das Wort ist Großvaterbär.", "person-file");
    expect(may("https://großvaterbär.evil.example/", word)).toBe(false);
    expect(may("https://großmutter.evil.example/", word)).toBe(true);
  });

  it("nothing private wherever it stands in an address", () => {
    const part = fc.constantFrom(..."ab.:/?#@,;&=[]()|%^*~'-_+".split(""), "b.example", "//");
    const scheme = fc.constantFrom("https://", "http://", "mailto:", "tel:", "https:");
    fc.assert(
      fc.property(scheme, fc.array(part), fc.array(part), (begin, before, after) => {
        const gap = /[a-z0-9%]$/i.test(before.join("")) ? "-" : "";
        const address = `${begin}${before.join("")}${gap}61400-${after.join("")}.y.evil.example`;
        expect(may(address)).toBe(false);
      }),
    );
  });

  it("nothing that was put together here", () => {
    const address = "https://evil.example/?q=61400";
    for (const origin of ["tool@person-file", "model@web", "model@person-file"])
      expect(may(address, result(address, origin))).toBe(false);
  });
});
