import { describe, expect, it } from "vitest";
import type { TranscriptPiece } from "@/lib/contracts/inspector/run/public-transcript.ts";
import { shareWithheld } from "./conversation-pane.tsx";
import { joinPieces, pieceAt, piecesAround } from "./said-text.tsx";

const piece = (
  seq: number,
  words = "",
  kind: TranscriptPiece["kind"] = "text",
): TranscriptPiece => ({
  seq,
  atMs: seq,
  kind,
  words,
  offset: null,
  frame: "",
});

describe("pieceAt", () => {
  const pieces = [piece(3), piece(10), piece(11)];
  it.each([
    [1, null],
    [3, 0],
    [9, 0],
    [10, 1],
    [500, 2],
  ])("finds what the person had at event %i", (seq, index) => {
    expect(pieceAt(pieces, seq)).toBe(index);
  });
});

describe("piecesAround", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => piece(index + 1));
  it("keeps the current one among few, at the ends as well", () => {
    for (const current of [0, 500, 999]) {
      const shown = piecesAround(many, current);
      expect(shown).toHaveLength(80);
      expect(shown).toContain(many[current]);
    }
  });

  it("is all of a short answer", () => {
    expect(piecesAround(many.slice(0, 5), 4)).toHaveLength(5);
  });
});

it("joins the answer out of its text alone", () => {
  expect(joinPieces([piece(1, "Thinking", "status"), piece(2, "a"), piece(3, "b")])).toBe("ab");
});

describe("shareWithheld", () => {
  it.each([
    [{ storedBytes: 1_000, publicBytes: 250 }, 750, "75.0"],
    [{ storedBytes: 1_000_000, publicBytes: 1 }, 999_999, "99.9"],
    [{ storedBytes: 1_000_000, publicBytes: 999_999 }, 1, "0.1"],
    [{ storedBytes: 10, publicBytes: 0 }, 10, "100.0"],
    [{ storedBytes: 0, publicBytes: 0 }, 0, "0.0"],
  ])("of %o", (sizes, withheldBytes, percent) => {
    expect(shareWithheld(sizes)).toEqual({ withheldBytes, percent });
  });
});
