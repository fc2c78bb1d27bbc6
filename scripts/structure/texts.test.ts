/** English texts for a person stand in the catalogue, `lib/messages`; a tooltip is no `title`. */
import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "./list-files.ts";
import {
  isNode,
  lineAt,
  type Node,
  parseSource,
  readSource,
  type Source,
  walk,
} from "./parse-source.ts";

/** Attributes and properties that a person reads or hears. */
const READ_ATTRIBUTES = new Set([
  "aria-label",
  "aria-description",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "data-tooltip",
  "alt",
  "description",
  "empty",
  "heading",
  "hint",
  "label",
  "legend",
  "placeholder",
  "title",
  "tooltip",
]);

/** Two letters in a row: not a sign, a number, or a unit of one letter. */
const WORDS = /\p{L}{2}/u;

/** Two words or more, and nothing of a path, a selector, a class name or markup. */
const PHRASE = /^[^<>{}[\]/#=_\n]*\p{L}{2,}[’',.:;]* [^<>{}[\]/#=_\n]*$/u;
const CODE = /\b[a-z]+-[a-z]|(^| )[a-z]+:\S|^(use client|use server)$/;

/** Attributes that hold several words, none of which is read. */
const UNREAD_ATTRIBUTES = /^(className|rel|style|d|sizes|autoComplete)$|ClassName$/;

/** Functions whose texts are class names, selectors, or lines of the log. */
const UNREAD_CALLS =
  /^(cn|querySelector|querySelectorAll|closest|matchMedia|matches|debug|info|warn|error)$/;

/** Where texts stand: text of JSX, attributes that are read, and phrases anywhere else. */
function findTexts(source: Source): string[] {
  const found: string[] = [];
  const parents = new Map<Node, Node | null>();
  const report = (node: Node, text: string) =>
    found.push(`${source.path}:${lineAt(source, node.start)}: ${text.trim().slice(0, 60)}`);
  for (const statement of source.body) {
    walk(statement, (node, parent) => {
      parents.set(node, parent);
      if (node.type === "JSXText" && WORDS.test(String(node.value)))
        report(node, String(node.value));
      const text = literalOf(node);
      if (text === null || !WORDS.test(text)) return;
      const reader = readerOf(node, parents);
      const isPhrase = PHRASE.test(text) && !CODE.test(text);
      if (reader === "person" || (reader === "unknown" && isPhrase)) report(node, text);
    });
  }
  return found;
}

function literalOf(node: Node): string | null {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral" || !Array.isArray(node.quasis)) return null;
  const texts = node.quasis.filter(isNode).map(({ value }) => {
    const cooked = (value as { cooked?: unknown } | undefined)?.cooked;
    return typeof cooked === "string" ? cooked : "";
  });
  return texts.join("…");
}

/** Who reads a literal: a person on the screen, nobody but the program, or whom its text suggests. */
function readerOf(
  literal: Node,
  parents: ReadonlyMap<Node, Node | null>,
): "person" | "program" | "unknown" {
  let isResult = true;
  let child = literal;
  for (let node = parents.get(child); node; child = node, node = parents.get(node)) {
    if (/^(Import|Export(All|Named)|TS)/.test(node.type)) return "program";
    if (node.type === "NewExpression" && nameOf(node.callee) === "Error") return "program";
    if (node.type === "CallExpression" && UNREAD_CALLS.test(nameOf(node.callee))) return "program";
    if (node.type === "JSXAttribute") {
      const name = nameOf(node.name);
      if (READ_ATTRIBUTES.has(name) && isResult) return "person";
      return UNREAD_ATTRIBUTES.test(name) ? "program" : "unknown";
    }
    if (node.type === "JSXElement" || node.type === "JSXFragment")
      return isResult ? "person" : "unknown";
    if (node.type === "ConditionalExpression") isResult &&= child !== node.test;
    else if (!PASSING.has(node.type)) isResult = false;
  }
  return "unknown";
}

/** What hands on a literal as it is. */
const PASSING = new Set(["LogicalExpression", "TemplateLiteral", "JSXExpressionContainer"]);

/** The last name of `a`, `a.b` and `<a>`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  return node.type === "MemberExpression" ? nameOf(node.property) : String(node.name ?? "");
}

/** Elements of the page that have a `title`, which only a mouse can show. */
function findTitles(source: Source): string[] {
  const found: string[] = [];
  for (const statement of source.body) {
    walk(statement, (node) => {
      if (node.type !== "JSXOpeningElement" || !isNode(node.name)) return;
      if (node.name.type !== "JSXIdentifier" || !/^[a-z]/.test(String(node.name.name))) return;
      const attributes = Array.isArray(node.attributes) ? node.attributes.filter(isNode) : [];
      if (attributes.some(({ name }) => isNode(name) && name.name === "title")) {
        found.push(
          `${source.path}:${lineAt(source, node.start)}: <${String(node.name.name)} title>`,
        );
      }
    });
  }
  return found;
}

const screens = listSourceFiles()
  .filter((path) => /^(components|app)\/.*\.tsx?$/.test(path) && !isTest(path))
  .map(readSource);

describe("texts for a person", () => {
  it("stand in the catalogue, not in components and pages", () => {
    expect(screens.flatMap(findTexts)).toEqual([]);
  });

  it.each([
    "<p>Some text</p>",
    '<a aria-label="Close" />',
    "<a aria-label={`Remove $" + "{name}`} />",
    '<Field label="Email" />',
    'const text = "The server cannot be reached.";',
    'const text = isOpen ? "tool call" : "";',
    "<p>{count > 0 && `showing $" + "{count}`}</p>",
    '<p>{name ?? "unknown"}</p>',
  ])("are found in %s", (code) => {
    expect(findTexts(parseSource("a.tsx", `const a = 1;\n${code}`))).toHaveLength(1);
  });

  it.each([
    '<p className="flex items-center">· 1 / {two}</p>',
    "<p>{text.send()}</p>",
    'throw new Error("Not inside of the provider");',
    'element.addEventListener("Escape", run);',
    '<p className={isOpen ? "flex grow" : "hidden"}>{kind === "tool" && name}</p>',
    'log().warn({ err }, "the policies could not be stored");',
    '<a rel="noopener nofollow" />',
  ])("are not found in %s", (code) => {
    expect(findTexts(parseSource("a.tsx", code))).toEqual([]);
  });
});

describe("tooltips", () => {
  it("are no `title` of an element", () => {
    expect(screens.flatMap(findTitles)).toEqual([]);
  });

  it("are found", () => {
    expect(findTitles(parseSource("a.tsx", "<p title={text}>a</p>"))).toHaveLength(1);
    expect(findTitles(parseSource("a.tsx", "<BlankPage title={text}>a</BlankPage>"))).toEqual([]);
  });
});
