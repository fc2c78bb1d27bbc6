import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  cutSnippet,
  findLocalDocument,
  indexDocuments,
  localDocuments,
  localSearch,
} from "./local-search.ts";

const search = (query: string, limit = 5) =>
  localSearch().search(query, limit, new AbortController().signal);

describe("the local index", () => {
  it("holds every document, with a title and a text of a few hundred words at most", async () => {
    const documents = await localDocuments();
    const files = (await readdir("docs/search-index")).filter((name) => name.endsWith(".md"));
    expect(documents).toHaveLength(files.length);
    for (const { slug, title, text } of documents) {
      expect(slug).toMatch(/^[a-z0-9-]+$/);
      expect(title).not.toBe("");
      expect(text.split(/\s+/).length).toBeLessThan(400);
    }
  });

  it.each([
    ["weather Paris", "local:paris", "mild and changeable"],
    ["what is the weather in Paris in May?", "local:paris", "May in Paris: usually 11 to 20 °C"],
    ["weather tokyo december", "local:tokyo", "December in Tokyo"],
    ["At what temperature does water boil on a mountain?", "local:boiling-point-of-water", "93 °C"],
    ["how do I attach a file", "local:help-attach-files", ".docx"],
    ["capital of Spain", "local:madrid", "capital of Spain"],
  ])("finds for %s first %s", async (query, url, words) => {
    const [first] = await search(query);
    expect(first?.url).toBe(url);
    expect(first?.snippet).toContain(words);
  });

  it("finds nothing for words that stand nowhere, or for none at all", async () => {
    expect(await search("zyzzyva qwertz")).toEqual([]);
    expect(await search("the of and")).toEqual([]);
    expect(await search("?!\u0000\ud800")).toEqual([]);
  });

  it("gives no more than asked for, and addresses that can be read", async () => {
    const results = await search("weather in January in the capital", 2);
    expect(results).toHaveLength(2);
    for (const { url, title } of results)
      expect(await findLocalDocument(url)).toMatchObject({ title });
    expect(await findLocalDocument("local:../../package")).toBeUndefined();
  });
});

describe("indexDocuments", () => {
  const named = (title: string, text: string) => ({ title, text });

  it("puts the rare word above the common one, and the title above the text", () => {
    const common = Array.from({ length: 8 }, (_, index) =>
      named(`Note ${index}`, "a report on rivers"),
    );
    const rare = named("Note", "a report on glaciers");
    const titled = named("Glaciers", "something else");
    const ranked = indexDocuments([...common, rare, titled])("report on glaciers");
    expect(ranked.slice(0, 2).map(({ document }) => document)).toEqual(
      expect.arrayContaining([rare, titled]),
    );
    expect(indexDocuments([rare, titled])("glacier")[0]?.document).toBe(titled);
  });

  it("finds nothing among no documents", () => {
    expect(indexDocuments([])("anything")).toEqual([]);
  });
});

describe("cutSnippet", () => {
  it("keeps the order of the text and whole sentences, and leaves out what says less", () => {
    const text = `First ${"a".repeat(120)}. Rain ${"b".repeat(150)}. Snow and rain in March ${"c".repeat(150)}.`;
    expect(cutSnippet(text, "snow rain march")).toMatch(/^Snow and rain in March c+\.$/);
    expect(cutSnippet(text, "rain")).toMatch(/^Rain b+\. Snow and rain in March c+\.$/);
    expect(cutSnippet(text, "nowhere")).toMatch(/^First a+\./);
    expect(cutSnippet("# Head\n\nRain falls. Nothing.\n- An end", "rain")).toBe(
      "Rain falls. Nothing. An end",
    );
  });

  it("stays bounded for a text without a full stop", () => {
    expect(cutSnippet("word ".repeat(5_000), "word").length).toBeLessThan(1_000);
  });
});
