/** A figure is the same however it is written: among others, in pieces, and with decimals. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { privateOrigin } from "../private-text.ts";
import { PromptText } from "../prompt-texts.ts";

const inThousands = (figure: string, mark: string) => figure.replace(/\B(?=(?:\d{3})+$)/g, mark);

const WRITTEN: Readonly<Record<string, (figure: string) => string>> = {
  "as it is": (figure) => figure,
  "with commas": (figure) => inThousands(figure, ","),
  "with points": (figure) => inThousands(figure, "."),
  "with spaces": (figure) => inThousands(figure, "\u00a0"),
  "with apostrophes": (figure) => inThousands(figure, "’"),
  "with decimals": (figure) => `${inThousands(figure, ",")}.00`,
  "with a decimal comma": (figure) => `${inThousands(figure, ".")},50`,
};
const AMONG: Readonly<Record<string, (figure: string) => string>> = {
  "in a sentence": (figure) => `The salary is ${figure} euros a year.`,
  "in a line of a table": (figure) => `Anna Berg,2024,35,${figure},1200\nJoe,2023,41,52000,1300`,
  "in JSON": (figure) => `{"rows":[[2024,${figure},7]]}`,
};
const LISTED = ["as it is", "with points", "with spaces"];

const figure = fc.integer({ min: 10_000, max: 999_999_999 }).map(String);
const find = (file: string, leaving: string, own = "") =>
  privateOrigin(leaving, [new PromptText(file, "person-file")], [new PromptText(own, "person")]);

describe("a figure of a private text", () => {
  it.each(
    Object.entries(AMONG).flatMap(([place, among]) =>
      Object.entries(WRITTEN)
        .filter(([way]) => place === "in a sentence" || LISTED.includes(way))
        .map(([way, write]) => [place, way, among, write] as const),
    ),
  )("is found however it leaves, where it stands %s %s", (_place, _way, among, write) => {
    fc.assert(
      fc.property(figure, fc.constantFrom(...Object.values(WRITTEN)), (value, leave) => {
        const leaving = `salary ${leave(value)} euros`;
        expect(find(among(write(value)), leaving)).toBe("person-file");
        expect(find(among(write(value)), leaving, among(write(value)))).toBeNull();
      }),
      { numRuns: 50 },
    );
  });

  it("is found in any pieces, where it is long or has letters", () => {
    const pieces = fc.array(fc.stringMatching(/^\d{1,4}$/), { minLength: 7, maxLength: 8 });
    const letters = fc.constantFrom("", "de", "c");
    fc.assert(
      fc.property(letters, pieces, fc.constantFrom(" ", "-", " / "), (code, parts, mark) => {
        const whole = `${code}${parts.join("")}`;
        const apart = [`${code}${parts[0]}`, ...parts.slice(1)].join(mark);
        fc.pre(!/^(?:19|20)\d{2,6}$/.test(whole));
        expect(find(`The number ${whole} is ours.`, `who has ${apart} now`)).toBe("person-file");
        if (mark === " / " || /^(?:19|20)\d\d$/.test(parts[0] ?? "")) return;
        expect(find(`The number ${apart} is ours.`, `who has ${whole} now`)).toBe("person-file");
      }),
    );
  });
});

const TABLE = [
  "order,day,units,price,total",
  ...["2024-05-12,12,499.90,5998.80", "2025-11-29,614,12.50,7675.00"].map((row) => `A-1041,${row}`),
].join("\n");

describe("other figures of an ordinary question", () => {
  it.each([
    "average sales growth 2025 Europe",
    "exchange rate 2025-11-29",
    "furniture trade 2024-05-12 to 2024-05-30",
    "sales tax 19 percent, 1.5 million units",
    "best formulas for 10 000 rows",
    "phone number of the tax office 115",
    "12 units at 499 each",
  ])("%s", (said) => {
    expect(find(TABLE, said)).toBeNull();
  });
});
