/** Markdown as people and models write it: what is drawn, at the end and while it arrives. */
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "../markdown.tsx";

/** What is drawn of a text, without attributes that are the same everywhere. */
const drawn = (text: string, isGrowing = false) =>
  renderToStaticMarkup(<Markdown text={text} isGrowing={isGrowing} />)
    .replace(/^<div class="prose">(.*)<\/div>$/s, "$1")
    .replace(/ dir="[a-z]+"/g, "")
    .replace(/<code class="math-source">(.*?)<\/code>/gs, "<math>$1</math>")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"');

const p = (inside: string) => `<p>${inside}</p>`;

const CASES: Readonly<Record<string, readonly (readonly [text: string, html: string])[]>> = {
  "code spans before maths": [
    ["It is $100. Run `$HOME/bin`.", p("It is $100. Run <code>$HOME/bin</code>.")],
    ["$20 (`$PRICE`) and `$TAX`", p("$20 (<code>$PRICE</code>) and <code>$TAX</code>")],
    ["`a $x` and $y$", p("<code>a $x</code> and <math>y</math>")],
    ["A \\( in `\\)` code", p("A ( in <code>\\)</code> code")],
    ["$$ in `$$` code", p("$$ in <code>$$</code> code")],
    ["``a`$b`` and ``$c``", p("<code>a`$b</code> and <code>$c</code>")],
  ],
  "dollars by Pandoc's rule": [
    ["An $x^2$ and $E = mc^2$.", p("An <math>x^2</math> and <math>E = mc^2</math>.")],
    ["$n$th, $2x$ and $-1$", p("<math>n</math>th, <math>2x</math> and <math>-1</math>")],
    ["$20,000 and $30,000", p("$20,000 and $30,000")],
    ["from $5 to $10, or $5-$10", p("from $5 to $10, or $5-$10")],
    ["$ x$ and $x $ y", p("$ x$ and $x $ y")],
    ["$5 (was 10$) today", p("$5 (was 10$) today")],
    ["5$-10$ or 5$, 10$", p("5$-10$ or 5$, 10$")],
    ["US$5 and CA$7, in US$", p("US$5 and CA$7, in US$")],
    ["costs \\$5, not $x$", p("costs $5, not <math>x</math>")],
    ["$\\text{for $5}$", p("<math>\\text{for $5}</math>")],
    ["$a\nb$", p("<math>a\nb</math>")],
    ["*$a*b$ and c*", p("<em><math>a*b</math> and c</em>")],
    ["$x_1$ and $y_1$", p("<math>x_1</math> and <math>y_1</math>")],
  ],
  "maths between other signs": [
    ["So \\(a*b\\) and *\\(c*d\\)*", p("So <math>a*b</math> and <em><math>c*d</math></em>")],
    [
      "\\begin{align}\na &= b\\\\\nc &= d\n\\end{align}",
      "<math>\\begin{align}\na &amp;= b\\\\\nc &amp;= d\n\\end{align}</math>",
    ],
    ["Then \\begin{cases}a\\end{cases}.", p("Then <math>\\begin{cases}a\\end{cases}</math>.")],
    ["\\begin{itemize}", p("\\begin{itemize}")],
    ["`\\begin{align}x\\end{align}`", p("<code>\\begin{align}x\\end{align}</code>")],
  ],
  tildes: [
    [
      "first thing (~$1.50) and second thing (~$10)",
      p("first thing (~$1.50) and second thing (~$10)"),
    ],
    ["10~20分, 30~40分", p("10~20分, 30~40分")],
    ["~a~ and ~~b~~", p("~a~ and <del>b</del>")],
    ["~/bin and ~/lib", p("~/bin and ~/lib")],
    ["中文~~（删除）~~中文", p("中文<del>（删除）</del>中文")],
    ["a ~~b ~ c~~", p("a <del>b ~ c</del>")],
  ],
  "emphasis beside punctuation of Chinese, Japanese, Korean": [
    ["**这是“重点”。**后面", p("<strong>这是“重点”。</strong>后面")],
    ["これは**「重要」**です", p("これは<strong>「重要」</strong>です")],
    ["**テスト。**テスト", p("<strong>テスト。</strong>テスト")],
    ["テスト**(テスト)**テスト", p("テスト<strong>(テスト)</strong>テスト")],
    ["**한국어(Korean)**는", p("<strong>한국어(Korean)</strong>는")],
    ["中文*《书名》*中文", p("中文<em>《书名》</em>中文")],
    ["使用**`code`**函数", p("使用<strong><code>code</code></strong>函数")],
    ["价格是**$5**。", p("价格是<strong>$5</strong>。")],
    [
      "**[链接](tel:+1)**后",
      p('<strong><a href="tel:+1" data-tooltip="tel:+1">链接</a></strong>后'),
    ],
    ["**：**a 和 **b：**c", p("<strong>：</strong>a 和 <strong>b：</strong>c")],
    ["2 * 3 * 4，a*b", p("2 * 3 * 4，a*b")],
    ["snake_case_名前_x", p("snake_case_名前_x")],
  ],
  "elements by allow-list": [
    ["H<sub>2</sub>O and x<sup>2</sup>", p("H<sub>2</sub>O and x<sup>2</sup>")],
    ["<kbd>Ctrl</kbd>+<KBD>C</KBD>", p("<kbd>Ctrl</kbd>+<kbd>C</kbd>")],
    ["<u>a **b**</u> <mark>c</mark>", p("<u>a <strong>b</strong></u> <mark>c</mark>")],
    ["**<u>a</u>**", p("<strong><u>a</u></strong>")],
    ["one<br>two<br/>three<BR />four", p("one<br/>two<br/>three<br/>four")],
    ["<br>\n\nnext", `${p("<br/>")}${p("next")}`],
    ["a</sub>", p("a&lt;/sub&gt;")],
    ['<sub class="x">a</sub>', p('&lt;sub class="x"&gt;a&lt;/sub&gt;')],
    ["<b>a</b> <i>b</i>", p("&lt;b&gt;a&lt;/b&gt; &lt;i&gt;b&lt;/i&gt;")],
    ["<sub>`</sub>`</sub>", p("<sub><code>&lt;/sub&gt;</code></sub>")],
    ["`<br>` and \\<br>", p("<code>&lt;br&gt;</code> and &lt;br&gt;")],
    [
      "<details>\n<summary>More *now*</summary>\n\n- a\n- `</details>`\n\n</details>\n\nThen.",
      "<details><summary>More <em>now</em></summary><ul><li>a</li><li><code>&lt;/details&gt;</code></li></ul></details><p>Then.</p>",
    ],
    [
      "<details open><summary>A</summary>b</details>",
      '<details open=""><summary>A</summary><p>b</p></details>',
    ],
    ["<details>\nno end", "<details><summary>Details</summary><p>no end</p></details>"],
    ['<details ontoggle="x()">a</details>', p('&lt;details ontoggle="x()"&gt;a&lt;/details&gt;')],
    ["<script>alert(1)</script>", p("&lt;script&gt;alert(1)&lt;/script&gt;")],
  ],
  "named entities": [
    ["&rarr; &Delta; &check; &nbsp;&hearts;", p("→ Δ ✓ \u00a0♥")],
    ["AT&T &nosuch; &amp;lt; &#38;lt;", p("AT&amp;T &amp;nosuch; &amp;lt; &amp;lt;")],
    ["`&rarr;`", p("<code>&amp;rarr;</code>")],
    ["&lt;br&gt; &#42;a&#42;", p("&lt;br&gt; *a*")],
  ],
  alerts: [
    [
      "> [!NOTE]\n> Read **this**.",
      '<div role="note" class="alert" data-kind="note"><p class="alert-title">Note</p><p>Read <strong>this</strong>.</p></div>',
    ],
    [
      "> [!warning]\n>\n> - a",
      '<div role="note" class="alert" data-kind="warning"><p class="alert-title">Warning</p><ul><li>a</li></ul></div>',
    ],
    ["> [!NOTE] more", "<blockquote><p>[!NOTE] more</p></blockquote>"],
    ["> [!OTHER]\n> a", "<blockquote><p>[!OTHER]\na</p></blockquote>"],
  ],
  links: [
    ["[a](mailto:a@b.cd)", p('<a href="mailto:a@b.cd" data-tooltip="mailto:a@b.cd">a</a>')],
    ["[t](tel:+123)", p('<a href="tel:+123" data-tooltip="tel:+123">t</a>')],
  ],
};

describe("Markdown as people and models write it", () => {
  for (const [kind, cases] of Object.entries(CASES))
    it.each(cases)(`${kind}: %j`, (text, html) => {
      expect(drawn(text)).toBe(html);
    });
});

/** The words of a page, as a person reads them. */
const wordsOf = (html: string) =>
  html
    .replace(/<br\/>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, "");

describe("what is not closed at the end", () => {
  it.each([
    ["<sub>a", p("&lt;sub&gt;a")],
    ["**a and $b", p("**a and $b")],
    ["> [!NOTE", "<blockquote><p>[!NOTE</p></blockquote>"],
    ["\\begin{align} a", p("\\begin{align} a")],
  ])("%j is text", (text, html) => expect(drawn(text)).toBe(html));
});

describe("in pieces", () => {
  for (const [kind, cases] of Object.entries(CASES))
    it.each(cases)(`${kind}: %j`, (text) => {
      const end = wordsOf(drawn(text));
      const seen = [...text].map((_, at) => wordsOf(drawn(text.slice(0, at + 1), true)));
      expect(seen.filter((words) => !end.startsWith(words))).toEqual([]);
    });
});
