import { expect, it } from "vitest";
import type { Span } from "../span-tree.ts";
import { hopOfEvent } from "./use-selection.ts";

const span = (hopRef: string, firstSeq: number, lastSeq: number) =>
  ({ hopRef, firstSeq, lastSeq }) as Span;
const SPANS = [span("h1", 2, 20), span("h2", 4, 12), span("h3", 6, 8), span("h4", 14, 0)];

it.each([
  [6, "h3"],
  [8, "h3"],
  [7, "h3"],
  [10, "h2"],
  [13, "h1"],
  [16, "h4"],
  [1, null],
])("event %d belongs to %s", (seq, hopRef) => {
  expect(hopOfEvent(SPANS, seq)).toBe(hopRef);
});
