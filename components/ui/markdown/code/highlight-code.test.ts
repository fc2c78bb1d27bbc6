import { describe, expect, it } from "vitest";
import { type Coloured, highlightMore } from "./highlight-code.ts";

const LINES = Array.from({ length: 100 }, (_, line) => `x${line} = """a" # ${line}`);
const CODE = `start = 1\n${LINES.join("\n")}\ntext = """\nhalf of it`;

async function colourAll(code: string, before: Coloured | null, isGrowing = false) {
  let coloured = before;
  for (let steps = 1; ; steps += 1) {
    const next: Coloured = await highlightMore(code, "python", coloured, isGrowing);
    if (next === coloured) return { coloured: next, steps };
    coloured = next;
  }
}

const textOf = ({ lines }: Coloured) =>
  lines.map((line) => line.map(({ text }) => text).join("")).join("\n");

describe("highlightMore", () => {
  it("colours long code in steps, and gives what it gives at once", async () => {
    const { coloured, steps } = await colourAll(CODE, null);
    expect(steps).toBeGreaterThan(3);
    expect(coloured.code).toBe(CODE);
    expect(textOf(coloured)).toBe(CODE);
    const short = CODE.slice(0, 200);
    const inSteps = await colourAll(
      short,
      (await colourAll(short.slice(0, 70), null, true)).coloured,
    );
    expect(inSteps.coloured.lines).toEqual((await colourAll(short, null)).coloured.lines);
  });

  it("knows in a later step that a text is open", async () => {
    const begun = (await colourAll(CODE, null, true)).coloured;
    expect(begun.code.endsWith('text = """')).toBe(true);
    const { lines } = (await colourAll(CODE, begun)).coloured;
    expect(lines.at(-1)).toEqual([
      { text: "half of it", color: expect.stringContaining("string") },
    ]);
  });

  it("leaves a line that is not whole while the code grows, and keeps the lines before", async () => {
    const first = (await colourAll("a = 1\nb = ", null, true)).coloured;
    expect(textOf(first)).toBe("a = 1");
    const then = (await colourAll("a = 1\nb = 2\nc", first, true)).coloured;
    expect(textOf(then)).toBe("a = 1\nb = 2");
    expect(then.lines[0]).toBe(first.lines[0]);
    const other = (await colourAll("a = 10\n", (await colourAll("a = 1", null)).coloured)).coloured;
    expect(textOf(other)).toBe("a = 10\n");
  });
});
