import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEntities } from "../../../contracts/public/markdown/entities.ts";
import { readMarkdown } from "../../../contracts/public/markdown/markdown-parser.ts";
import { guardLinks } from "./guard-links.ts";

const EVIL = /evil/;

function pass(
  pieces: readonly string[],
  mayLink: Parameters<typeof guardLinks>[1] = (address) => !EVIL.test(address),
  soFar = "",
) {
  let out = "";
  const guard = guardLinks(
    (text) => {
      out += text;
    },
    mayLink,
    soFar,
  );
  for (const piece of pieces) guard.write(piece);
  guard.end();
  return out;
}

const SCHEMES = /^(?:https?|mailto|tel):$/;

/** Addresses that a page would link or load: whole ones. */
function linked(text: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, href } = value as { type?: unknown; href?: unknown };
    if ((type === "link" || type === "image") && typeof href === "string")
      if (SCHEMES.test(URL.parse(decodeEntities(href).trim())?.protocol ?? "")) found.push(href);
    for (const item of Object.values(value)) visit(item);
  };
  visit(readMarkdown(text, "assistant"));
  return found;
}

const DANGEROUS = [
  "[a](https://evil.example/?q=x)",
  "![a](https://evil.example/?q=x)",
  '[a](https://evil.example/?q=x "title")',
  "[a](<https://evil.example/?q=x>)",
  "[a](<https://evil.example/?q=x y>)",
  "[a](  https://evil.example/?q=(x))",
  "[a](\nhttps://evil.example/?q=x)",
  "[a](https&colon;//evil.example/?q=x)",
  "[a](https:\\/\\/evil.example/?q=x)",
  "[![b](https://evil.example/p)](https://evil.example/l)",
  "<https://evil.example/?q=x>",
  "<mailto:x@evil.example?body=x>",
  "https://evil.example/?q=x",
  "see http://evil.example.",
  "www.evil.example/?q=x",
  "HTTPS://EVIL.example".replace("EVIL", "evil"),
  "[a][b]\n\n[b]: https://evil.example/?q=x\n",
  "[b]\n\n[b]:\n   <https://evil.example/?q=x>\n",
  "`[a](https://evil.example/`x)",
  "\\[a](https://good.example/)?q=evil",
  "[a](https://good.example/<evil>)",
  "[a](<https://good.example/\\>evil>)",
  "[a](https://good.example/\u00a0evil)",
  "> [b]\n>\n> [b]:\n> https&colon;//evil.example\n",
  `[b]\n\n[b]:${" ".repeat(200)}https&colon;//evil.example\n`,
  "[a](tel:evil.example)",
  "x@evil.example",
  "<evil!x@good.example>",
  "*https://good.example/*https://evil.example",
  "[a](xhttps://evil.example/)",
];

const GOOD = [
  "https://good.example/",
  "https://good.example/a_(b)",
  "http://www.good.example",
  "mailto:ann@good.example",
];
const PLACES = [
  "[a](",
  "![a](",
  "\\[a](",
  "`[a](",
  "[a](<",
  "[b]: ",
  "\n\n[b]:\n> <",
  "](\n> ",
  "[b]",
  "<",
  ">",
  ")",
  "**",
  "&colon;",
  "www.",
  "https:",
  "tel:+49",
  "x@evil.example",
  "www.good.example",
  "ann@good.example",
];

/** Marks at its end belong to the sentence; marks in it may end it. */
const isGood = (href: string) =>
  GOOD.some((good) => {
    if (good.startsWith(href)) return true;
    const [before, after] = decodeEntities(href).split(good.replace(/\/$/, ""), 2);
    return before === "" && /^\/?[?!.,:;*_~'"`|$&()\]}>]*$/.test(after ?? "");
  });

describe("links of an answer", () => {
  it.each(DANGEROUS)("%s is text", (text) => {
    const said = pass([text]);
    expect(linked(said).filter((href) => EVIL.test(href))).toEqual([]);
    expect(said).toContain("evil");
  });

  it("leaves everything else as it is", () => {
    const text =
      "See [the page](https://good.example/a_(b)) and <https://good.example>, www.good.example, a[1](2), [x]: y, if (a<b) then what, https://good.example/x.";
    expect(pass([text])).toBe(text);
    expect(pass([...text])).toBe(text);
  });

  it("waits for no end of a long address, and shows it as text", () => {
    const long = `https://good.example/${"a".repeat(100_000)}`;
    for (const text of [long, `[a](${long})`, `<${long}>`, `${long}-${DANGEROUS[12]}`]) {
      const said = pass([text]);
      expect(pass(text.match(/.{1,5}/gs) ?? [])).toBe(said);
      expect(linked(said)).toEqual([]);
    }
    let left = "";
    guardLinks((text) => {
      left += text;
    }, Boolean).write(long.slice(0, 2_100));
    expect(left).toContain("https[:]//good.example/aaa");
  });

  const piece = fc.oneof(
    fc.constantFrom(...DANGEROUS, ...GOOD, ...PLACES),
    fc.constantFrom(...PLACES),
    fc.string({ maxLength: 5 }),
    fc.constantFrom(..."abhtpw.:/\\[]()<>@&;*_~`!|#?=\"'$-+> \n\t\u00a0"),
  );

  it("links nothing that was not asked about, behind whatever stands there", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const said = pass(pieces, (address) => GOOD.includes(address));
        expect(linked(said).filter((href) => !isGood(href))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("says the same however it comes", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        const whole = pass([text]);
        expect(pass([...text])).toBe(whole);
        expect(pass(pieces)).toBe(whole);
        expect(linked(whole).filter((href) => EVIL.test(href))).toEqual([]);
        if (!/\s{99}/.test(text)) expect(pass([text], () => true)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it("links nothing that begins in an answer and goes on in its rest", () => {
    const isOne = (address: string) => GOOD.includes(address);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), fc.nat(), (pieces, where) => {
        const text = pieces.join("");
        const at = where % (text.length + 1);
        const soFar = pass([text.slice(0, at)], isOne);
        const rest = pass([...text.slice(at)], isOne, soFar);
        expect(linked(soFar + rest).filter((href) => !isGood(href))).toEqual([]);
        // Somebody else read the rest, who did not know what it goes on behind.
        const unseen = pass([pass([text.slice(at)], isOne)], (_, isJoined) => !isJoined, soFar);
        expect(linked(soFar + unseen).filter((href) => !isGood(href))).toEqual([]);
        if (/\s{99}/.test(text)) return;
        const all = pass([text.slice(0, at)], () => true);
        expect(all + pass([text.slice(at)], () => true, all)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(DANGEROUS)("%s is text, wherever it was cut and went on", (text) => {
    for (let at = 0; at <= text.length; at += 1) {
      const soFar = pass([text.slice(0, at)]);
      const said = soFar + pass([text.slice(at)], undefined, soFar);
      expect(linked(said).filter((href) => EVIL.test(href))).toEqual([]);
    }
  });
});
