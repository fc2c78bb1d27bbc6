import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PASTED_PART_MIN_CHARS, PASTED_PARTS_MAX } from "../../limits.ts";
import {
  findPasted,
  joinPasted,
  ownWords,
  type Pasted,
  readPasted,
  textsOf,
} from "./pasted-parts.ts";

const TEXT = "Tell Ann: PASTED and good bye";
const PLACE = [[10, 16]] as const;

/** Whether each place is pasted. */
const marksOf = (text: string, pasted: Pasted) =>
  Array.from({ length: text.length }, (_, at) => pasted.some(([a, b]) => a <= at && at < b));

/** A text, and places in it that may be anything. */
const anyPlaces = fc
  .string({ maxLength: 60 })
  .chain((text) =>
    fc.tuple(
      fc.constant(text),
      fc.array(fc.tuple(fc.integer({ min: -3, max: 70 }), fc.integer({ min: -3, max: 70 }))),
    ),
  );

/** A text with stretches as a browser sends them. */
const pieces = fc
  .array(fc.tuple(fc.string({ minLength: 1 }), fc.boolean()), { maxLength: 8 })
  .map((parts) => {
    const places: [number, number][] = [];
    let text = "";
    for (const [part, isPasted] of parts) {
      if (isPasted) places.push([text.length, text.length + part.length]);
      text += part;
    }
    return { text, places, typed: parts.flatMap(([part, isPasted]) => (isPasted ? [] : [part])) };
  });

describe("the places of what was pasted", () => {
  it("are as they were sent where they fit", () => {
    expect(readPasted(TEXT, PLACE)).toEqual(PLACE);
    expect(textsOf(TEXT, PLACE)).toEqual(["PASTED"]);
    expect(readPasted(TEXT, [])).toEqual([]);
    expect(readPasted(TEXT, null)).toEqual([]);
  });

  it.each([
    [[[10, 99]]],
    [[[-1, 4]]],
    [[[4, 4]]],
    [[[6, 4]]],
    [[[1.5, 4]]],
    [
      [
        [0, 5],
        [4, 9],
      ],
    ],
    [
      [
        [8, 9],
        [0, 5],
      ],
    ],
    [[[0, 5, 7]]],
    [[["0", "5"]]],
    [["x"]],
    ["x"],
    [{}],
    [Array.from({ length: PASTED_PARTS_MAX + 1 }, (_, at) => [at / 10, at / 10 + 0.1])],
  ])("are all of the text where %j does not fit", (given) => {
    expect(readPasted(TEXT, given)).toEqual([[0, TEXT.length]]);
  });

  it("are all of a text of which characters were left out since they were sent", () => {
    expect(readPasted(TEXT, PLACE, `\0${TEXT}`)).toEqual([[0, TEXT.length]]);
    expect(readPasted(TEXT, [], `\0${TEXT}`)).toEqual([]);
  });

  it("add to what is pasted, whatever they are: they take nothing away", () => {
    fc.assert(
      fc.property(anyPlaces, ([text, given]) => {
        const read = readPasted(text, given);
        const named = given.filter(([a, b]) => a >= 0 && b > a && b <= text.length);
        const marks = marksOf(text, read);
        for (const [a, b] of named) expect(marks.slice(a, b).every(Boolean)).toBe(true);
      }),
    );
  });
});

describe("the person's own words", () => {
  it("are the text without them, with a gap in their place", () => {
    expect(ownWords(TEXT, PLACE)).toBe("Tell Ann: \n[…]\n and good bye");
    expect(ownWords(TEXT, [])).toBe(TEXT);
    expect(ownWords(TEXT, [[0, TEXT.length]])).toBe("");
  });

  it("hold each typed piece and nothing else", () => {
    fc.assert(
      fc.property(pieces, ({ text, places, typed }) => {
        const own = ownWords(text, joinPasted(text, places, []));
        expect(own.replaceAll("\n[…]\n", "").replace(/\s/g, "")).toBe(
          typed.join("").replace(/\s/g, ""),
        );
      }),
    );
  });
});

describe("two lists of places", () => {
  it("are joined in order, each place once", () => {
    expect(
      joinPasted(
        TEXT,
        [[10, 16]],
        [
          [0, 2],
          [4, 11],
          [16, 18],
        ],
      ),
    ).toEqual([
      [0, 2],
      [4, 18],
    ]);
    fc.assert(
      fc.property(pieces, pieces, ({ text, places: one }, { places }) => {
        const other = places.filter(([, end]) => end <= text.length);
        const joined = joinPasted(text, one, other);
        expect(readPasted(text, joined)).toEqual(joined);
        const [a, b] = [marksOf(text, one), marksOf(text, other)];
        expect(marksOf(text, joined)).toEqual(a.map((is, at) => is || b[at]));
      }),
    );
  });
});

describe("what was pasted and edited since", () => {
  const paste = "The quick brown fox jumps over the lazy dog, and then it sleeps in the warm sun.";

  it("is found as a whole where it stands, also twice", () => {
    const text = `Look: ${paste} And ${paste}`;
    expect(textsOf(text, findPasted(text, [paste]))).toEqual([paste, paste]);
    expect(findPasted("Nothing of it", [paste])).toEqual([]);
    expect(findPasted(paste, [])).toEqual([]);
  });

  it("is found in parts around what was changed", () => {
    const text = `Look: ${paste.replace("over", "across")} Right?`;
    expect(textsOf(text, findPasted(text, [paste]))).toEqual([
      "The quick brown fox jumps ",
      " the lazy dog, and then it sleeps in the warm sun.",
    ]);
  });

  it("is all of a text that has too many parts", () => {
    const texts = Array.from({ length: PASTED_PARTS_MAX + 1 }, (_, at) =>
      `${at}`.padStart(PASTED_PART_MIN_CHARS, "x"),
    );
    const text = texts.join(" - ");
    expect(findPasted(text, texts)).toEqual([[0, text.length]]);
  });

  it("loses no part that is not very short, whatever is put around it", () => {
    const long = fc.string({ minLength: PASTED_PART_MIN_CHARS, maxLength: 80 });
    fc.assert(
      fc.property(long, fc.string(), fc.string(), fc.nat(), (pasted, before, after, cut) => {
        const part = pasted.slice(cut % (pasted.length - PASTED_PART_MIN_CHARS + 1));
        const text = before + part + after;
        const marks = marksOf(text, findPasted(text, [pasted]));
        const from = before.length;
        expect(marks.slice(from, from + part.length).every(Boolean)).toBe(true);
      }),
    );
  });
});
