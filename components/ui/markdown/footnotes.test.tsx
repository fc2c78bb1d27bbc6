import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown.tsx";

const drawn = (text: string, isGrowing = false) =>
  renderToStaticMarkup(<Markdown text={text} isGrowing={isGrowing} />);

describe("footnotes", () => {
  it("are numbered as the text refers to them, and listed below it", () => {
    const html = drawn(
      "One[^b] and two[^a], again[^b].\n\n[^a]: First.\n[^b]: Second,\nwhich goes on.",
    );
    expect(html).toMatch(
      /One<sup><a[^>]*>1<\/a>.*two<sup><a[^>]*>2<\/a>.*again<sup><a[^>]*>1<\/a>/,
    );
    expect(html).toMatch(
      /<ol aria-label="Footnotes">.*Second,\s+which goes on\..*First\..*<\/ol><\/div><\/div>$/s,
    );
  });

  it("hold several paragraphs", () => {
    const html = drawn("Text[^1].\n\n[^1]: One.\n\n    Two.\n\nBehind.");
    expect(html).toMatch(/<p dir="auto">Behind\.<\/p>.*One\..*Two\./s);
  });

  it("stay as they were written where one of both is missing", () => {
    expect(drawn("Nothing[^x] here.")).toContain("Nothing[^x] here.");
    expect(drawn("Here.\n\n[^y]: Unused.")).not.toContain("Unused");
    expect(drawn("`[^1]` and [1].")).toContain("<code>[^1]</code>");
  });

  it("read the same when the text came letter by letter", () => {
    const text = "A[^1] b[^2].\n\nMore.\n\nAnd more.\n\n[^1]: **One**.\n\n[^2]: Two.\n";
    for (let end = 1; end < text.length; end += 1) drawn(text.slice(0, end), true);
    const ended = drawn(text);
    expect(ended).toContain("<strong>One</strong>");
    expect(ended.match(/<li /g)).toHaveLength(2);
  });
});

describe("tasks", () => {
  it("say whether they are done", () => {
    const html = drawn("- [x] one\n- [ ] two");
    expect(html).toMatch(
      /checkbox"[^>]*aria-label="Done"[^>]*checked|checked[^>]*aria-label="Done"/,
    );
    expect(html).toContain('aria-label="To do"');
  });
});
