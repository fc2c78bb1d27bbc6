/** A selection is copied as what is seen. The pages are made by the components themselves, and by KaTeX. */
import { parseDocument } from "htmlparser2";
import katex from "katex";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown, SaidMarkdown } from "@/components/ui/markdown/markdown.tsx";
import { type CopiedSelection, copySelection } from "./copy-selection.ts";
import type { PageNode } from "./read-selection.ts";

/** Where a selection begins and ends in the HTML or the Markdown of a test. */
const [FROM, TO] = ["⟦", "⟧"];

type ParsedNode = { nodeType: number; data?: string; name?: string; attribs?: object };

/** A parsed node as a browser would have it. */
function toPage(node: ParsedNode & { children?: readonly unknown[] }): PageNode & object {
  const attributes = new Map<string, string>(Object.entries(node.attribs ?? {}));
  return {
    nodeType: node.nodeType,
    nodeValue: node.data ?? null,
    localName: node.name ?? "",
    childNodes: (node.children ?? []).map((child) => toPage(child as ParsedNode)),
    getAttribute: (name: string) => attributes.get(name) ?? null,
  } as PageNode;
}

type End = { node: PageNode; offset: number };

/** Takes a sign out of the page and says where it stood. */
function takeSign(node: PageNode & { nodeValue: string | null }, sign: string): End | null {
  const at = node.nodeValue?.indexOf(sign) ?? -1;
  if (node.nodeValue !== null && at >= 0) {
    Object.assign(node, { nodeValue: node.nodeValue.replace(sign, "") });
    return { node, offset: at };
  }
  for (const child of Array.from(node.childNodes)) {
    const end = takeSign(child, sign);
    if (end) return end;
  }
  return null;
}

/** Without a sign, the selection begins before the page, or ends behind it. */
function copy(html: string): CopiedSelection {
  const root = toPage(parseDocument(html) as unknown as ParsedNode);
  const outside = { node: toPage({ nodeType: 1 }), offset: 0 };
  const start = takeSign(root, FROM);
  const end = takeSign(root, TO) ?? outside;
  const from = start ?? outside;
  return copySelection(
    root,
    {
      startContainer: from.node,
      startOffset: from.offset,
      endContainer: end.node,
      endOffset: end.offset,
    },
    start === null,
  );
}

const answer = (text: string) => renderToStaticMarkup(<Markdown text={text} isGrowing={false} />);
const said = (text: string) => renderToStaticMarkup(<SaidMarkdown text={text} />);
const formula = (tex: string, displayMode = false) => katex.renderToString(tex, { displayMode });

describe("text", () => {
  it("is copied as it is seen, with its formatting in HTML", () => {
    const html = answer("One **bold** and `a  b` and *more*.\n\nTwo  \nlines, ~~gone~~.");
    expect(copy(html)).toEqual({
      plain: "One bold and a  b and more.\n\nTwo\nlines, gone.",
      html: '<p dir="auto">One <strong>bold</strong> and <code>a  b</code> and <em>more</em>.</p><p dir="auto">Two<br>lines, <del>gone</del>.</p>',
    });
  });

  it("of one paragraph, heading, entry or cell is a piece of text and nothing more", () => {
    const piece = { plain: "b c", html: "<strong>b</strong> c" };
    expect(copy(answer("a **⟦b** c⟧ d"))).toEqual(piece);
    expect(copy(answer("# a **⟦b** c⟧ d"))).toEqual(piece);
    expect(copy(answer("- x\n- a **⟦b** c⟧ d"))).toEqual(piece);
    expect(copy(answer("> a **⟦b** c⟧ d"))).toEqual(piece);
    expect(copy(answer("| x | y |\n| - | - |\n| a **⟦b** c⟧ d | e |"))).toEqual(piece);
  });

  it("has a link as a link, without the words about where it opens", () => {
    const html = answer("See [the ⟦docs](https://example.org/a?b=1&c=2), or write⟧ to me.");
    expect(copy(html)).toEqual({
      plain: "docs, or write",
      html: '<a href="https://example.org/a?b=1&amp;c=2">docs</a>, or write',
    });
    expect(copy(answer("[Ada](mailto:ada@example.org)")).html).toBe(
      '<a href="mailto:ada@example.org">Ada</a>',
    );
  });

  it("of headings has the level that was written", () => {
    expect(copy(answer("# One\n\ntext")).html).toBe(
      '<h1 dir="auto">One</h1><p dir="auto">text</p>',
    );
  });

  it("is never markup of its own", () => {
    const html = answer('a <b>x</b> &amp; "y"\n\nb');
    expect(copy(html).plain).toBe('a <b>x</b> & "y"\n\nb');
    expect(copy(html).html).toContain("a &lt;b&gt;x&lt;/b&gt; &amp; &quot;y&quot;");
  });

  it("keeps what is raised or lowered apart from the number before it", () => {
    const html = "<p>10<sup>3</sup>, H<sub>2</sub>O, x<sup>ab</sup></p><p>b</p>";
    expect(copy(html).plain).toBe("10³, H₂O, x^ab\n\nb");
    const noted = answer("Rain in 10[^1] towns.\n\n[^1]: A note.");
    expect(copy(noted).plain).toBe("Rain in 10[1] towns.\n\n1. A note.");
  });
});

describe("a formula", () => {
  const both = (before: string, after: string) => `<p>${before}${formula("a^2+b_1")}${after}</p>`;

  it("is its TeX where all of it is selected", () => {
    expect(copy(both("So ⟦it is ", " here⟧."))).toEqual({
      plain: "it is $a^2+b_1$ here",
      html: "it is $a^2+b_1$ here",
    });
    expect(copy(`<p>x</p>${formula("\\frac{1}{2}<3", true)}<p>y</p>`).plain).toContain(
      "$$\\frac{1}{2}<3$$",
    );
    const display = `<p>x</p><span class="math-display"><span>${formula("y", true)}</span></span><p>z</p>`;
    expect(copy(display)).toEqual({ plain: "x\n\n$$y$$\n\nz", html: "<p>x</p>$$y$$<p>z</p>" });
  });

  it("is the part that is seen, once, where a part is selected", () => {
    const seen = formula("a+b");
    const late = seen.replace(/(mathnormal">)b</, "$1⟦b<");
    expect(copy(`<p>x ${late} y⟧</p>`).plain).toBe("b y");
    const early = seen.replace(/(mathnormal">)a</, "$1a⟧<");
    expect(copy(`<p>⟦x ${early} y</p>`).plain).toBe("x a");
  });

  it("is nothing where the selection ends in its hidden words", () => {
    const hidden = formula("abc").replace("abc</annotation>", "ab⟧c</annotation>");
    expect(copy(`<p>⟦x ${hidden} y</p>`).plain).toBe("x");
  });

  it("is one where it alone is selected, from its first sign to its last", () => {
    const alone = formula("a+b")
      .replace(/(mathnormal">)a</, "$1⟦a<")
      .replace(/(mathnormal">)b</, "$1b⟧<");
    expect(copy(`<p>x ${alone} y</p>`)).toEqual({ plain: "$a+b$", html: "$a+b$" });
  });
});

describe("lists, tables and code", () => {
  it("of lists have the marks that are seen", () => {
    const html = answer("7. one\n8. ⟦two\n   - in\n   - side\n9. three⟧");
    expect(copy(html).plain).toBe("8. two\n   - in\n   - side\n9. three");
    expect(copy(html).html).toMatch(/^<ol start="8"><li dir="auto">/);
    expect(copy(answer("- on⟦e\n- two⟧")).plain).toBe("e\n- two");
    expect(copy(answer("- [x] done\n- [ ] open")).plain).toBe("- ☑ done\n- ☐ open");
  });

  it("of tables have their columns", () => {
    const table = "| Item | Q1 | Q2 |\n| - | - | - |\n| Rent | 100 | |\n| Food | | 55 |";
    expect(copy(answer(table))).toEqual({
      plain: "Item\tQ1\tQ2\nRent\t100\t\nFood\t\t55",
      html: "<table><thead><tr><th>Item</th><th>Q1</th><th>Q2</th></tr></thead><tbody><tr><td>Rent</td><td>100</td><td></td></tr><tr><td>Food</td><td></td><td>55</td></tr></tbody></table>",
    });
  });

  it("of tables begin in the column where the selection does", () => {
    const table = "| a | b |\n| - | - |\n| c | ⟦d |\n| e | f⟧ |";
    expect(copy(answer(table)).plain).toBe("\td\ne\tf");
    expect(copy(answer("| a | b |\n| - | - |\n| ⟦c | d⟧ |")).plain).toBe("c\td");
  });

  it("of code are exact, without its head and its tools", () => {
    const code = "def f(x):\n\n    return  x\t# <ok>";
    const html = answer(`Code:\n\n\`\`\`python\n${code}\n\`\`\`\n\nEnd`);
    expect(copy(html).plain).toBe(`Code:\n\n${code}\n\nEnd`);
    expect(copy(html).html).toContain(
      "<pre><code>def f(x):\n\n    return  x\t# &lt;ok&gt;</code></pre>",
    );
    expect(copy(answer("```python\nlet ⟦a = 1⟧;\n```"))).toEqual({
      plain: "a = 1",
      html: "<code>a = 1</code>",
    });
  });

  it("of folded code are all of it", () => {
    const lines = Array.from({ length: 60 }, (_, place) => `line ${place}`).join("\n");
    const html = answer(`\`\`\`text\n${lines}\n\`\`\``);
    expect(html).toContain("Show all 60 lines");
    expect(copy(html).plain).toBe(lines);
  });
});

describe("messages", () => {
  const bar = '<div class="message-actions"><button aria-label="Copy">Copy</button></div>';
  const log = (asked: string, answered: string) =>
    `<div class="log-item"><article aria-label="You">${said(asked)}${bar}</article></div><div class="log-item"><article aria-label="Assistant">${answer(answered)}${bar}<span class="sr-only">Sent</span></article></div>`;

  it("are copied one after the other, without the tools below them", () => {
    expect(copy(log("Fir⟦st\nsecond?", "An *answer* is⟧ here."))).toEqual({
      plain: "st\nsecond?\n\nAn answer is",
      html: '<p dir="auto">st<br>second?</p><p dir="auto">An <em>answer</em> is</p>',
    });
  });

  it("of a selection that goes beyond the log are those in it", () => {
    expect(copy(log("One?", "Two⟧.")).plain).toBe("One?\n\nTwo");
    expect(copy(log("On⟦e?", "Two.")).plain).toBe("e?\n\nTwo.");
    expect(copy(log("One?", "Two.").replace("Copy<", "C⟦o⟧py<"))).toEqual({ plain: "", html: "" });
  });

  it("have the numbers and names of sources that are seen", () => {
    const chip = '<button data-copied-as="number" aria-label="Open source 1: Rain">1</button>';
    const list = `<div><p aria-hidden="true" data-copied-as="text">Sources</p><ol><li value="3"><span aria-hidden="true">3</span><button data-copied-as="text" aria-label="Open source 3: Rain">Rain</button></li></ol></div>`;
    const html = `<p>Wet${chip}.</p>${list}`;
    expect(copy(html)).toEqual({
      plain: "Wet [1].\n\nSources\n\n3. Rain",
      html: '<p>Wet [1].</p><p>Sources</p><ol start="3"><li value="3">Rain</li></ol>',
    });
  });

  it("far from the screen are their source, with its lines", () => {
    const far = '<div class="log-item" data-form="far"><article>a\n\n- b</article></div><p>c</p>';
    expect(copy(far).plain).toBe("a\n\n- b\n\nc");
  });
});
