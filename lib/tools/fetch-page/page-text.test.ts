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

  it("reads the character set of the header, else the one that the page names", () => {
    expect(decodePage("text/html; charset=ISO-8859-1", latin)?.text).toBe("Français");
    const named = Buffer.concat([Buffer.from("<meta charset='windows-1252'>"), latin]);
    expect(decodePage("text/html", named)?.text).toBe("Français");
    expect(decodePage("text/html; charset=nobody-knows", latin)?.text).toBe("Fran\ufffdais");
  });

  it.each([
    "image/png",
    "application/pdf",
    "application/octet-stream",
    "video/mp4",
    "",
    "nonsense",
  ])("takes %o for no text", (type) => expect(decodePage(type, Buffer.from([1, 2, 3]))).toBeNull());

  it.each([
    "text/plain",
    "application/json",
    "application/ld+json; charset=utf-8",
    "application/rss+xml",
  ])("takes %s as it is", (type) =>
    expect(decodePage(type, Buffer.from(` {"a": "<p>"} `))?.text).toBe(`{"a": "<p>"}`),
  );
});
