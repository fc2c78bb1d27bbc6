import { describe, expect, it } from "vitest";
import type { NewPassage } from "../../contracts/passage.ts";
import type { ToolFile } from "../tool.ts";
import type { DocumentPorts } from "./index-files.ts";
import { createSearchDocuments, SearchDocumentsArguments } from "./search-documents.ts";

const actor = { userId: "p", role: "user" } as const;

let files = 0;
function file(name: string, content: string, mediaType = "text/plain"): ToolFile {
  const bytes = new TextEncoder().encode(content);
  files += 1;
  const id = `file-${files}`;
  return { id, name, mediaType, sizeBytes: bytes.byteLength, load: async () => bytes };
}

/** A store in memory that records its queries. */
function openStore(embed?: DocumentPorts["embed"]) {
  const kept = new Map<string, readonly NewPassage[]>();
  const asked: Parameters<DocumentPorts["search"]>[] = [];
  const ports: DocumentPorts = {
    listUnindexed: async () =>
      ["file-0", ...Array.from({ length: files }, (_, at) => `file-${at + 1}`)].filter(
        (id) => !kept.has(id),
      ),
    index: async (_actor, id, passages) => void kept.set(id, passages),
    search: async (...given) => {
      asked.push(given);
      const all = [...kept].flatMap(([attachmentId, passages]) =>
        passages.map(({ text }, ordinal) => ({ attachmentId, name: attachmentId, ordinal, text })),
      );
      return all.filter(({ text }) => text.includes(given[2].query));
    },
    ...(embed ? { embed } : {}),
  };
  const tool = createSearchDocuments(ports);
  const run = (
    args: SearchDocumentsArguments,
    given: readonly ToolFile[],
    signal = new AbortController().signal,
  ) => tool.run(args, { actor, conversationId: "c", runId: "r", files: given, signal });
  return { kept, asked, tool, run };
}

describe("search_documents", () => {
  it("indexes each file once, and finds its passages", async () => {
    const { kept, run } = openStore();
    const notes = file("notes.txt", "The canary sings.");
    let loads = 0;
    const counted = { ...notes, load: () => notes.load().finally(() => (loads += 1)) };
    const outcome = await run({ query: "canary" }, [counted]);
    expect(JSON.parse(outcome.content)).toEqual({
      query: "canary",
      passages: [
        { file: notes.id, attachment_id: notes.id, passage: 1, text: "The canary sings." },
      ],
    });
    await run({ query: "canary" }, [counted]);
    expect(loads).toBe(1);
    expect([...kept.keys()]).toEqual([notes.id]);
  });

  it("passes on where to search and how much to find, for the person it works for", async () => {
    const { asked, run } = openStore();
    const given = [file("a.txt", "a"), file("b.txt", "b")];
    await run({ query: "x", attachment_id: given[1]?.id, limit: 2 }, given);
    await run({ query: "x", attachment_id: "a.txt", limit: null }, given);
    await run({ query: "x" }, given);
    expect(asked).toEqual([
      [actor, "c", { query: "x", attachmentIds: [given[1]?.id], limit: 2, embedding: null }],
      [actor, "c", { query: "x", attachmentIds: [given[0]?.id], limit: 5, embedding: null }],
      [
        actor,
        "c",
        { query: "x", attachmentIds: given.map(({ id }) => id), limit: 5, embedding: null },
      ],
    ]);
  });

  it("says which files have no text, and does not try them again", async () => {
    const { kept, run } = openStore();
    const binary = file("photo.txt", "\u0000\u0001\u0002 \u0000");
    const empty = file("empty.txt", "  ");
    const outcome = await run({ query: "x" }, [binary, empty]);
    expect(JSON.parse(outcome.content).notes.join()).toContain('"empty.txt" has no text');
    expect(kept.get(empty.id)).toEqual([]);
    expect(JSON.parse((await run({ query: "x" }, [binary, empty])).content).notes).toHaveLength(1);
  });

  it("fails in words without files, with an unknown file, or without a person", async () => {
    const { run, tool } = openStore();
    expect((await run({ query: "x" }, [])).content).toContain("No file is attached");
    const mine = file("mine.txt", "x");
    expect((await run({ query: "x", attachment_id: "file-of-another" }, [mine])).content).toContain(
      mine.id,
    );
    const context = {
      conversationId: "c",
      runId: "r",
      files: [mine],
      signal: new AbortController().signal,
    };
    expect(await tool.run({ query: "x" }, context)).toMatchObject({ outcome: "failed" });
  });

  it("never indexes a file that is not among the turn's own", async () => {
    const { kept, run } = openStore();
    await run({ query: "x" }, [file("mine.txt", "x")]);
    expect(kept.has("file-0")).toBe(false);
  });

  it("ends when it is stopped", async () => {
    const { run } = openStore();
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(run({ query: "x" }, [file("mine.txt", "x")], stopped)).rejects.toThrow("stopped");
  });

  it("refuses arguments that are none", () => {
    for (const given of [{}, { query: " " }, { query: "a", limit: 11 }, { query: "a", page: 1 }])
      expect(SearchDocumentsArguments.safeParse(given).success).toBe(false);
  });
});

describe("search_documents with embeddings", () => {
  it("keeps vectors of unit length, and asks with one", async () => {
    const batches: number[] = [];
    const { kept, asked, run } = openStore(async (texts) => {
      batches.push(texts.length);
      return texts.map(() => [3, 4]);
    });
    const long = file("long.txt", "A sentence of a long document. ".repeat(3_000));
    await run({ query: "x" }, [long]);
    expect(kept.get(long.id)?.every(({ embedding }) => embedding?.join() === "0.6,0.8")).toBe(true);
    expect(Math.max(...batches)).toBeLessThanOrEqual(64);
    expect(asked[0]?.[2].embedding).toEqual([0.6, 0.8]);
  });

  it.each([
    ["fails", () => Promise.reject(new Error("404"))],
    ["gives too few", async () => []],
    ["gives nonsense", async (texts: readonly string[]) => texts.map(() => [Number.NaN, 0])],
    ["gives nothing of length", async (texts: readonly string[]) => texts.map(() => [0, 0])],
  ])("searches by words alone where the port %s", async (_, embed) => {
    const { kept, asked, run } = openStore(embed);
    const notes = file("notes.txt", "The canary sings.");
    const outcome = await run({ query: "canary" }, [notes]);
    expect(JSON.parse(outcome.content).passages).toHaveLength(1);
    expect(kept.get(notes.id)).toEqual([{ text: "The canary sings.", embedding: null }]);
    expect(asked[0]?.[2].embedding).toBeNull();
  });
});
