import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinRest } from "./join-rest.ts";

function join(soFar: string, pieces: readonly string[]): string {
  let text = soFar;
  const rest = joinRest(soFar, (more) => {
    text += more;
  });
  for (const piece of pieces) rest.write(piece);
  rest.end();
  return text;
}

describe("joinRest", () => {
  const soFar = "The quick brown fox jumps over the la";

  it("puts the rest directly behind the text so far", () => {
    expect(join(soFar, ["zy", " dog."])).toBe("The quick brown fox jumps over the lazy dog.");
  });

  it("leaves out the last words where the model repeats them, however they are cut into pieces", () => {
    const rest = "jumps over the lazy dog.";
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 24 }), (sizes) => {
        const pieces: string[] = [];
        let at = 0;
        for (const size of sizes) {
          pieces.push(rest.slice(at, at + size));
          at += size;
        }
        expect(join(soFar, pieces)).toBe("The quick brown fox jumps over the lazy dog.");
      }),
    );
  });

  it("keeps a short repetition, which may be meant", () => {
    expect(join("ha", ["ha", "ha"])).toBe("hahaha");
  });

  it("loses nothing: what is written is the end of the joined text, or a part of it was there before", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (before, pieces) => {
        const written = pieces.join("");
        const joined = join(before, pieces);
        expect(joined.startsWith(before)).toBe(true);
        expect(joined.endsWith(written)).toBe(true);
      }),
    );
  });

  it("holds text back only while it may be a repetition", () => {
    const shown: string[] = [];
    const rest = joinRest(soFar, (more) => shown.push(more));
    rest.write("zy");
    expect(shown).toEqual(["zy"]);
  });
});
