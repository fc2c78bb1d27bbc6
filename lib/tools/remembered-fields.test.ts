/** What each tool of this room declares as remembered, on a call and a result as the tool writes them. */
import { describe, expect, it } from "vitest";
import { fetchPage } from "./fetch-page/fetch-page.ts";
import { fileExtraction } from "./file-extraction/file-extraction.ts";
import { pythonInterpreter } from "./python-interpreter/python-interpreter.ts";
import { createSearchDocuments } from "./search-documents/search-documents.ts";
import type { Tool } from "./tool.ts";
import { localSearch } from "./web-search/local-search.ts";
import { createWebSearch } from "./web-search/web-search.ts";

const searchDocuments = createSearchDocuments({
  listUnindexed: async () => [],
  index: async () => undefined,
  search: async () => [],
});

function remembered({ remembers }: Pick<Tool, "remembers">, given: object, content: string) {
  const read = remembers?.readResult ?? ((text: string) => JSON.parse(text));
  return {
    arguments: remembers?.arguments?.parse(given),
    result: remembers?.result?.parse(read(content)),
  };
}
const ID = "3f0e2f5e-6f0a-4c62-9d5c-1f7e5f1c2a3b";

describe("a tool's declaration of what is remembered", () => {
  it("web_search: the query, titles and addresses without their queries; no snippet", () => {
    const url = "https://robin:word@host.example/a/page?q=whole+sentence#part";
    const results = [{ title: "A page", url, snippet: "Some text of the page." }];
    const content = JSON.stringify({ query: "tides", results, note: "words" });
    const given = { query: "tides", limit: null };
    expect(remembered(createWebSearch(localSearch()), given, content)).toEqual({
      arguments: { query: "tides" },
      result: { results: [{ title: "A page", url: "https://host.example/a/page" }] },
    });
  });

  it("fetch_page: the address without its query, and the title", async () => {
    const content = "Title: A page\nAddress: https://host.example/\n\nThe text of the page.";
    const given = { url: "https://host.example/?q=whole+sentence" };
    expect(remembered(fetchPage, given, content)).toEqual({
      arguments: { url: "https://host.example/" },
      result: { title: "A page" },
    });
  });

  it("file_extraction: the file's id, name and length; not its text", async () => {
    const bytes = new TextEncoder().encode("What the person wrote.");
    const file = { id: ID, name: "a.txt", mediaType: "text/plain", sizeBytes: bytes.length };
    const { content } = await fileExtraction.run(
      { attachment_id: ID },
      {
        conversationId: "c",
        runId: "r",
        files: [{ ...file, load: async () => bytes }],
        signal: new AbortController().signal,
      },
    );
    expect(content).toContain("What the person wrote.");
    expect(remembered(fileExtraction, { attachment_id: ID, page: 2 }, content)).toEqual({
      arguments: { attachment_id: ID, page: 2 },
      result: { file: "a.txt", characters: 22 },
    });
    expect(remembered(fileExtraction, { attachment_id: "my file" }, "").arguments).toEqual({});
  });

  it("search_documents: the query and where passages stand; not their texts", () => {
    const passages = [{ file: "a.txt", attachment_id: ID, passage: 3, text: "A passage." }];
    const content = JSON.stringify({ query: "q", passages });
    expect(remembered(searchDocuments, { query: "tides", limit: 2 }, content)).toEqual({
      arguments: { query: "tides", limit: 2 },
      result: { passages: [{ file: "a.txt", attachment_id: ID, passage: 3 }] },
    });
  });

  it("python_interpreter: short code and short output", () => {
    expect(remembered(pythonInterpreter, { code: "6 * 7" }, "42")).toEqual({
      arguments: { code: "6 * 7" },
      result: { output: "42" },
    });
    const long = "x".repeat(2_000);
    expect(remembered(pythonInterpreter, { code: long }, long)).toEqual({
      arguments: {},
      result: {},
    });
  });
});
