/** An answer links the numbers that the server reads as citations, and no others. */
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { citedNumbers } from "@/lib/contracts/public/sources/cited-numbers.ts";
import { CitationsIn } from "./citations.tsx";
import { Markdown } from "./markdown.tsx";

function draw(text: string, has: (number: number) => boolean = () => true): string {
  return renderToStaticMarkup(
    <CitationsIn render={(number) => (has(number) ? <sup id={`n${number}`}>{number}</sup> : null)}>
      <Markdown text={text} isGrowing={false} />
    </CitationsIn>,
  );
}

const linked = (html: string) =>
  [...html.matchAll(/<sup id="n(\d+)">/g)].map(([, number]) => Number(number));

describe("citations in an answer", () => {
  it("become links where the answer has the source, and stay text where it has not", () => {
    const html = draw("Rain [1] and wind [2][7].", (number) => number !== 2 && number !== 7);
    expect(html).toContain('Rain<sup id="n1">1</sup> and wind [2][7].');
    expect(draw("One of two [1][2].", (number) => number === 2)).toContain(
      'One of two [1]<sup id="n2">2</sup>.',
    );
  });

  it("stay text without sources, in code, in links and behind a word", () => {
    const text = "Rain [1]\n\n`x [2]` [see [3]](https://example.org) a[4] [5](javascript:alert(1))";
    expect(linked(draw(text))).toEqual([1]);
    expect(linked(renderToStaticMarkup(<Markdown text={text} isGrowing={false} />))).toEqual([]);
  });

  const piece = fc.constantFrom(
    ...["[1]", " [2]", " [3][4]", " [5, 6]", "a[7]", "[8](http://x)", "`[9]`", "`", "``", "```"],
    ...[
      "\n```\n",
      "\n",
      "\n\n",
      "    ",
      "- ",
      "> ",
      "\\[10]",
      "[^11]",
      "[^11]: ",
      "$",
      "[12]: y",
      "word ",
      ". ",
    ],
    ...["**", "<b>", "![", "](", ")", "[", "| a |\n| - |\n| ", " |", "1. ", "# ", "~~", "&#91;1]"],
  );

  it("are the same for server and browser, whatever the Markdown", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const text = pieces.join("");
        const numbers = [...new Set(linked(draw(text)))];
        expect(numbers.toSorted()).toEqual(citedNumbers(text).toSorted());
      }),
      { numRuns: 1_500 },
    );
  });
});
