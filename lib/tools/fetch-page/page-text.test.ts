import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuGrowth } from "../../../scripts/testing/cpu-time.ts";
import { decodePage, htmlToText } from "./page-text.ts";

const text = (html: string) => htmlToText(html).text;
const long = (words: string) => `${words} `.repeat(40).trim();

describe("htmlToText", () => {
  it("reads headings, paragraphs, lists and tables", () => {
    const html = `<!doctype html><html><head><title>A &amp; B</title><style>p{}</style></head>
      <body><h1>Head</h1><p>One <b>bold</b>
      word.</p><ul><li>first<li>second</ul><table><tr><td>a<td>b</tr></table><br>end</body></html>`;
    expect(htmlToText(html)).toEqual({
      title: "A & B",
      cut: false,
      text: "# Head\n\nOne bold word.\n\n- first\n- second\n\na | b\n\nend",
    });
  });

  const row = (...cells: string[]) =>
    `<tr>${cells.map((cell) => `<td>${cell}</td>`).join(" ")}</tr>\n`;

  it.each([
    [
      "blocks and blank cells",
      row("<p>Food</p>", "<p></p>", "<div>55</div>") + row("", "a<br>b", "- 5"),
      "Food |  | 55\n| a / b | - 5",
    ],
    [
      "merged cells",
      `<tr><th rowspan=2>City<th colspan=2>Sales<tr><th>Q1<th>Q2${row("Bonn", "1", "2")}`,
      "City | Sales | [merged left]\n[merged above] | Q1 | Q2\nBonn | 1 | 2",
    ],
    [
      "a cell to the end of the table",
      `<tr><td rowspan=0>a<td>b${row("c")}${row("d")}`,
      "a | b\n[merged above] | c\n[merged above] | d",
    ],
    ["a line over all columns", `<tr><th colspan=3>2024${row("1", "2", "3")}`, "2024\n1 | 2 | 3"],
    ["a table in a table", row("x", `<table>${row("a", "b")}</table>`), "x  |\n\na | b"],
    [
      "a table that arranges the page",
      row(`<h1>Head</h1><p>${long("story")}</p><p>${long("tale")}</p>`),
      `# Head\n\n${long("story")}\n\n${long("tale")}`,
    ],
    ["no table", `a${row("1", "2")}b`, "a\n1 | 2\nb"],
    ["marks of ours", "\uFDD0\uFDD2\uFDD4900,900\uFDD5x", "900,900x"],
  ])("keeps the columns of %s", (what, rows, lines) => {
    expect(text(/^no|^marks/.test(what) ? rows : `<table>${rows}</table>`)).toBe(lines);
  });

  it("names merged cells no further than anybody reads", () => {
    const wide = '<tr><td colspan="65000" rowspan="65000">a'.repeat(15_000);
    expect(text(`<table>${wide}`).length).toBeLessThan(200_000);
  });

  it("keeps what is raised and lowered apart from the figures beside it", () => {
    expect(text("1.496 × 10<sup>8</sup> km, 5 m<sup>2</sup>, 2,500<sup><a>1</a></sup>")).toBe(
      "1.496 × 10⁸ km, 5 m², 2,500¹",
    );
    expect(text("CO<sub>2</sub>, the 1<sup>st</sup><constructor>")).toBe("CO₂, the 1st");
  });

  it("reads formulas as their source, and says where there is none", () => {
    const tex = '<annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation>';
    const math = `<math alttext="no"><semantics><mi>E</mi>${tex}</semantics></math>`;
    expect(text(`It is <span style="display:none">${math}</span>, where`)).toBe(
      "It is $E=mc^{2}$, where",
    );
    expect(text('a <math alttext="x^2"><mi>x</mi></math> b')).toBe("a $x^2$ b");
    expect(text("a <math><mi>x</mi><mn>2</mn></math> b")).toBe("a [formula] b");
    expect(text(`${math}<span class="katex-html"><span>E</span>=mc2</span>.`)).toBe("$E=mc^{2}$.");
    expect(text('<img class="latex" alt="x_1"> <img alt="A tree">')).toBe("$x_1$");
  });

  it("keeps the main part and leaves out what surrounds it", () => {
    const html = `<nav>Menu</nav><header>Logo</header><main><p>${long("story")}</p><aside>Advert</aside></main>
      <footer>Imprint</footer>`;
    expect(text(html)).toBe(long("story"));
  });

  it("leaves out menus where no part is marked as the main one, unless nothing else is there", () => {
    expect(text(`<nav>Menu</nav><p>${long("story")}</p>`)).toBe(long("story"));
    expect(text(`<form>${long("All of it is a form")}</form>`)).toContain("All of it is a form");
  });

  it("drops scripts, styles, comments and drawings, closed or not", () => {
    expect(text("a<script>if (1 < 2) '</p>'</script>b<!-- c > --><svg><text>d</text></svg>e")).toBe(
      "abe",
    );
    expect(text("a<script>never closed <p>b")).toBe("a");
    expect(text("a<!-- never closed <p>b")).toBe("a");
  });

  it("decodes characters, also those that are none", () => {
    expect(text("&lt;p&gt; &#8364;&#x20AC;&euro; &nosuch; &#0;&#xD800;&#99999999; &amp;lt;")).toBe(
      "<p> €€€ &nosuch; \ufffd\ufffd\ufffd &lt;",
    );
  });

  it("keeps the lines of preformatted text", () => {
    expect(text("<p>a</p><pre>one\n    two</pre>")).toBe("a\n\none\n    two");
  });

  it("is not confused by brackets in text or in attributes", () => {
    expect(text(`1 < 2 <a title="x > y" href=z>link</a> <p title=don't>end`)).toBe(
      "1 < 2 link\n\nend",
    );
    expect(text(`a <b title="never closed>b</b> c`)).toBe("a b c");
  });

  it.each([
    ["opening brackets", "<"],
    ["unclosed quotes", `<a b="`],
    ["unclosed tags", "<div"],
    ["open elements", "<div>"],
    ["short paragraphs", "a<div>"],
    ["changing parts", "a<main>b</main>"],
    ["breaks", "<br>"],
    ["scripts that end nowhere", "<script>"],
    ["comments", "<!--"],
    ["titles", "<title>"],
    ["ampersands", "&#"],
    ["blanks", " \n"],
    ["rows", "<tr>"],
    ["cells", "<td>a"],
    ["tables", "<table>"],
    ["tables in tables", "<table><tr><td>a"],
    ["merged cells", "<tr><td rowspan=9 colspan=9>a"],
    ["formulas", "<math>"],
    ["raised figures", "<sup>1"],
  ])("reads much of %s with a fixed amount of work for each character", (_, piece) => {
    const read = (chars: number) => void text(piece.repeat(chars / piece.length));
    expect(cpuGrowth(read, [12_500, 400_000])).toBeLessThan(32 * 8);
  });

  it("says that it stopped, where a page has more tags than anybody reads", () => {
    expect(htmlToText("a<br>".repeat(60_000))).toMatchObject({ cut: true });
    expect(htmlToText("a<br>".repeat(40_000))).toMatchObject({ cut: false });
  });

  it("says that it stopped, where elements are nested deeper than any page's", () => {
    expect(htmlToText(`${"<div>".repeat(5_000)}deep`)).toMatchObject({ cut: true, text: "" });
    const side = "<div>a</div><br>".repeat(5_000);
    expect(htmlToText(`${side}${"<div>".repeat(500)}deep`)).toMatchObject({ cut: false });
    expect(text(`first ${"<b>".repeat(5_000)}`)).toBe("first");
  });

  it("leaves no tag of a page in its text, whatever the page", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom("<p>", "</p>", "<script>", "<a href='", '">', "<!--", "<br/"),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const read = text(pieces.join(""));
        expect(read).not.toMatch(/<(p|script)>/);
        expect(read).toBe(read.trim());
      }),
    );
  });
});

describe("decodePage", () => {
  const latin = Buffer.from("<p>Fran\xe7ais</p>", "latin1");

  const read = async (type: string, body: Buffer) => (await decodePage(type, body))?.text;

  it("reads the encoding of the header, else the one that the page names", async () => {
    expect(await read("text/html; charset=ISO-8859-1", latin)).toBe("Français");
    const named = Buffer.concat([Buffer.from("<meta charset='windows-1252'>"), latin]);
    expect(await read("text/html", named)).toBe("Français");
    expect(await read("text/html; charset=nobody-knows", latin)).toBe("Français");
  });

  it.each(["application/rss+xml", "text/xml", "application/xhtml+xml"])(
    "reads the encoding of an XML declaration in %s",
    async (type) => {
      const declaration = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>');
      const word = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
      expect(await read(type, Buffer.concat([declaration, word]))).toContain("Привет");
    },
  );

  it("recognises an encoding that nobody names, and goes by the mark at the beginning first", async () => {
    const words = "Der Präsident sprach über größere Städte und schöne Gärten. ".repeat(8);
    expect(await read("text/plain", Buffer.from(words, "latin1"))).toBe(words.trim());
    const wide = Buffer.from(`\uFEFF${words}`, "utf16le");
    expect(await read("text/csv; charset=utf-8", wide)).toBe(words.trim());
  });

  it("says how much could not be read", async () => {
    const spoilt = Buffer.from([0x61, 0xff, 0x62, 0xff]);
    expect(await decodePage("text/plain; charset=utf-8", spoilt)).toMatchObject({ spoilt: 2 });
    expect(await decodePage("text/plain", Buffer.from("fine é"))).toMatchObject({ spoilt: 0 });
    expect(await decodePage("text/plain", Buffer.from([0, 1, 2, 3, 0, 255]))).toBeNull();
  });

  it.each([
    "image/png",
    "application/pdf",
    "application/octet-stream",
    "video/mp4",
    "",
    "nonsense",
  ])("takes %o for no text", async (type) =>
    expect(await decodePage(type, Buffer.from([1, 2, 3]))).toBeNull(),
  );

  it.each([
    "text/plain",
    "application/json",
    "application/ld+json; charset=utf-8",
    "application/rss+xml",
  ])("takes %s as it is", async (type) =>
    expect(await read(type, Buffer.from(` {"a": "<p>"} `))).toBe(`{"a": "<p>"}`),
  );
});
