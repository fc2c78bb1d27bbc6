/** The body of an answer that is written as it is read. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors/app-error.ts";
import { fileResponse, streamPieces } from "./file-response.ts";

const encoder = new TextEncoder();

async function* written(pieces: (string | Uint8Array)[], onEnd = () => {}) {
  try {
    yield* pieces;
  } finally {
    onEnd();
  }
}

describe("streamPieces", () => {
  it("sends every piece once, in order, whether text or bytes", async () => {
    const Words = fc.string({ unit: "grapheme" });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(Words, fc.boolean())), async (told) => {
        const pieces = told.map(([words, isText]) => (isText ? words : encoder.encode(words)));
        const body = await streamPieces(written(pieces));
        expect(await fileResponse("all.txt", "text/plain", body).text()).toBe(
          told.map(([words]) => words.toWellFormed()).join(""),
        );
      }),
    );
  });

  it("refuses before the answer begins", async () => {
    const refused = (async function* () {
      yield* [];
      throw new AppError("not-found");
    })();
    await expect(streamPieces(refused)).rejects.toMatchObject({ code: "not-found" });
  });

  it("reads no further once the browser has gone", async () => {
    let ends = 0;
    const body = await streamPieces(written(["a", "b", "c"], () => (ends += 1)));
    const reader = body.getReader();
    await reader.read();
    await reader.cancel();
    expect(ends).toBe(1);
  });
});
