import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParsedAnswer, parseAnswer } from "./parse-answer.ts";

const levelsOf = ({ blocks }: ParsedAnswer) =>
  blocks.flatMap(({ level }) => (level === undefined ? [] : [level]));
const read = (source: string) => levelsOf(parseAnswer(source, null, false));
const heading = (depth: number) => `${"#".repeat(depth)} Title\n\nText.\n\n`;

describe("the levels of headings", () => {
  it.each([
    [
      [1, 2, 3, 2, 1],
      [2, 3, 4, 3, 2],
    ],
    [
      [2, 2, 3],
      [2, 2, 3],
    ],
    [
      [1, 4, 6],
      [2, 3, 4],
    ],
    [
      [3, 1, 2],
      [2, 2, 3],
    ],
    [
      [1, 2, 3, 4, 5, 6],
      [2, 3, 4, 5, 6, 6],
    ],
  ])("of %j are %j", (depths, levels) => {
    expect(read(depths.map(heading).join(""))).toEqual(levels);
  });

  it("begin at 2, leave none out, and stay while the answer grows", () => {
    const depths = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 12 });
    fc.assert(
      fc.property(depths, (given) => {
        let grown: ParsedAnswer | null = null;
        let before: number[] = [];
        for (let count = 1; count <= given.length; count += 1) {
          grown = parseAnswer(given.slice(0, count).map(heading).join(""), grown, true);
          const levels = levelsOf(grown);
          expect(levels.slice(0, before.length)).toEqual(before);
          for (const [place, level] of levels.entries())
            expect(level).toBeLessThanOrEqual((levels[place - 1] ?? 1) + 1);
          before = levels;
        }
      }),
    );
  });
});
