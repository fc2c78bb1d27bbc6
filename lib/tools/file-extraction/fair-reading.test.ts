/** Whoever reads many files at once, by whatever way, leaves a place to others. */
import { expect, it } from "vitest";
import { countBefore, createBarrier } from "../../gate/testing/crowd.ts";
import { createSearchDocuments } from "../search-documents/search-documents.ts";
import type { ToolContext, ToolFile } from "../tool.ts";
import { AttachmentMediaType, DOCX } from "./detect-media-type.ts";
import { fileExtraction } from "./file-extraction.ts";
import { inspectUpload, previewFile } from "./preview-file.ts";
import { makeDocx } from "./testing/make-docx.ts";

const { signal } = new AbortController();
const document = makeDocx(["Of one person."]);

const file = (load: ToolFile["load"]): ToolFile => ({
  id: crypto.randomUUID(),
  name: "a.docx",
  mediaType: AttachmentMediaType.parse(DOCX),
  sizeBytes: document.length,
  load,
});

function contextOf(userId: string, one: ToolFile): ToolContext {
  const actor = { userId, role: "user" as const };
  return { actor, conversationId: crypto.randomUUID(), runId: "r", files: [one], signal };
}

const searching = (one: ToolFile) =>
  createSearchDocuments({
    listUnindexed: async () => [one.id],
    index: async () => undefined,
    search: async () => [],
  });

const WAYS: ((person: string, one: ToolFile) => Promise<unknown>)[] = [
  (person, one) => previewFile(one, { person, signal }),
  (person, one) => fileExtraction.run({ attachment_id: one.id }, contextOf(person, one)),
  (person, one) => searching(one).run({ query: "words" }, contextOf(person, one)),
];

it("reads another person's files while all places of one person are taken", async () => {
  const crowd = createBarrier();
  const held = async () => {
    await crowd.pass();
    return document;
  };
  const read = (piece: number) => WAYS[piece % WAYS.length]?.("many", file(held));
  const before = await countBefore(
    async (piece) => read(piece),
    async () => {
      for (const way of WAYS)
        await way(
          "other",
          file(async () => document),
        );
      const upload = { id: crypto.randomUUID(), name: "b.docx", data: document };
      const inspected = await inspectUpload(upload, { person: "other", signal });
      expect(inspected).toMatchObject({ ok: true });
      expect(crowd.reached(), "fewer than all have begun").toBeLessThan(WAYS.length * 2);
      crowd.open();
    },
  );
  expect(before).toBe(0);
});
