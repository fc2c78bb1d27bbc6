import { expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import { FILE_EXTRACTION_LIMITS } from "../limits.ts";
import { extractText } from "./extract-text.ts";

it("keeps the text of a file for a while, and then no more", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1_000_000);
  const load = vi.fn(async () => Buffer.from("words"));
  const about = { id: crypto.randomUUID(), name: "a.txt", mediaType: "text/plain", sizeBytes: 5 };
  const read = () =>
    extractText({ ...about, load }, { person: "one", signal: new AbortController().signal });
  expect(await read()).toMatchObject({ ok: true, text: "words" });
  await read();
  expect(load).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(1_000_000 + FILE_EXTRACTION_LIMITS.cacheMs + 1_000);
  // The cache reads its clock at most once a millisecond.
  await vi.waitFor(async () => {
    await read();
    expect(load).toHaveBeenCalledTimes(2);
  }, PATIENCE);
  clock.mockRestore();
});
