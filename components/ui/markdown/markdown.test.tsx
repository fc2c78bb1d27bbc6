import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown.tsx";
import { MayLoadPictures } from "./network-picture.tsx";

const drawn = (text: string, isGrowing = false) =>
  renderToStaticMarkup(<Markdown text={text} isGrowing={isGrowing} />);

describe("Markdown", () => {
  it("draws the usual marks", () => {
    const html = drawn("# Title\n\nSome **bold**, *thin*, ~~gone~~ and `code`.\n\n1. one\n2. two");
    expect(html).toContain('<h2 dir="auto" data-level="1">Title</h2>');
    expect(html).toContain("<strong>bold</strong>, <em>thin</em>, <del>gone</del>");
    expect(html).toContain("<code>code</code>");
    expect(html).toMatch(/<ol[^>]*><li dir="auto">one<\/li><li dir="auto">two<\/li><\/ol>/);
  });

  it.each([
    ["> **مرحبا** world", "blockquote"],
    ["- 1. بند\n- two", "ul"],
    ["3. (שלום) there", "ol"],
    ["- بند\n\n- two", "li"],
    ["> [!NOTE]\n> مرحبا", "div role"],
    ["<details>\n<summary>مرحبا</summary>\n\ntext\n</details>", "details"],
    ["| بند | a |\n| --- | --- |\n| b | c |", "table"],
  ])("a block with blocks in it runs as its first letter does: %j", (text, name) => {
    const tag = (html: string) => new RegExp(`<${name}[^>]*>`).exec(html)?.[0];
    expect(tag(drawn(text))).toContain('dir="rtl"');
    const latin = text.replace(/[\p{sc=Arab}\p{sc=Hebr}]+/gu, "word");
    expect(tag(drawn(latin))).toContain('dir="ltr"');
  });

  it("shows HTML as the text that it is", () => {
    const html = drawn('<img src=x onerror=alert(1)>\n\nand <b onclick="x()">inline</b>');
    expect(html).not.toMatch(/<img|<b /);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  });

  it.each([
    "[![build](https://example.org/b.svg)](https://example.org/ci)",
    "[**![build](https://example.org/b.svg)** passes](mailto:ci@example.org)",
    "[see ![one](https://example.org/1.png) and ![two](https://example.org/2.png)](https://example.org)",
    "[as said[^1] and $x$ and https://example.net](https://example.org)\n\n[^1]: a [note](https://example.org)",
    "[see <https://a.example> and <a@b.example>](https://b.example)",
    "[![](https://example.org/b.svg)](https://example.org)",
    "- [![a](https://example.org/a.png)][r]\n\n[r]: https://example.org",
    "| [![a](https://example.org/a.png)](https://example.org) |\n| --- |\n| b[^2] |\n\n[^2]: n",
  ])("puts no link and no button into a link: %j", (text) => {
    for (const mayLoad of [true, false]) {
      const html = renderToStaticMarkup(
        <MayLoadPictures value={mayLoad}>
          <Markdown text={text} isGrowing={false} />
        </MayLoadPictures>,
      );
      const inLinks = [...html.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, inside]) => inside);
      expect(inLinks.filter((inside) => /<(?:a|button) /.test(inside ?? ""))).toEqual([]);
      if (text.includes("!["))
        expect(html).toMatch(mayLoad ? /<button[^>]*>.*Show/s : /picture at example/);
    }
  });

  it("names a picture in a link once, and shows it behind the link where it can be loaded", () => {
    const words = (text: string) => drawn(text).replace(/<[^>]*>/g, "");
    expect(words("[![logo](./logo.png)](https://example.org)")).toMatch(/^logo \(opens/);
    expect(words("[![logo](https://example.org/l.png)](./docs)")).toMatch(/^logo \(picture/);
    expect(words("[![logo](https://example.org/l.png)](https://example.org)")).toMatch(
      /^logo \(opens[^)]*\) logo \(picture/,
    );
  });

  it("loads no picture: a picture is a link that names its host", () => {
    const html = drawn("![chart](https://example.org/c.png?secret=1)");
    expect(html).not.toContain("<img");
    expect(html).toMatch(
      /<a href="https:\/\/example\.org\/c\.png\?secret=1"[^>]*>chart \(picture at example\.org\)</,
    );
  });

  it("offers to load a picture where that is allowed, and loads none by itself", () => {
    const html = renderToStaticMarkup(
      <MayLoadPictures value>
        <Markdown
          text={"![chart](https://example.org/c.png) ![x](mailto:a@b.c) ![y](/api/looks)"}
          isGrowing={false}
        />
      </MayLoadPictures>,
    );
    expect(html).not.toContain("<img");
    expect(html.match(/Show the picture: chart/g)).toHaveLength(1);
    expect(html.match(/<button/g)).toHaveLength(1);
  });

  it.each([
    [24, false, false],
    [25, false, true],
    [25, true, false],
  ])("folds code of %i lines (growing: %s): %s", (count, isGrowing, folds) => {
    const code = Array.from({ length: count }, (_, place) => `line ${place + 1}`).join("\n");
    const html = drawn(`\`\`\`\n${code}\n${isGrowing ? "" : "```"}`, isGrowing);
    expect(html.includes('class="folded"')).toBe(folds);
    expect(html.includes(`Show all ${count} lines`)).toBe(folds);
    expect(html).toContain(code);
  });

  it("opens links elsewhere, without a way back", () => {
    expect(drawn("[there](https://example.org/)")).toContain(
      'target="_blank" rel="noopener noreferrer nofollow"',
    );
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "/api/auth/sign-out"])(
    "makes no link of %s",
    (href) => {
      const html = drawn(`[here](${href})`);
      expect(html).toContain("here");
      expect(html).not.toContain("<a");
    },
  );

  it("keeps code as it is", () => {
    const html = drawn("```\n<b>&amp; **x**\n```");
    expect(html).toContain("&lt;b&gt;&amp;amp; **x**");
  });

  it("closes what is still open while the answer grows", () => {
    expect(drawn("so **bo", true)).toContain("<strong>bo</strong>");
    expect(drawn("so **bo", false)).toContain("so **bo");
  });
});
