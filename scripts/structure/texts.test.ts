/** English texts for a person stand in the catalogue, `messages/en`; a tooltip is no `title`. */
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

/** A capital, more words, and no bracket or slash: not a class name, a path or a selector. */
const SENTENCE = /^\p{Lu}[\p{L}’',-]*( [\p{L}\p{N}’'(),.:;?!–…-]+)+$/u;

/** Where texts stand: text of JSX, attributes that are read, and sentences anywhere else. */
function findTexts(source: Source): string[] {
  const found: string[] = [];
  const report = (node: Node, text: string) =>
    found.push(`${source.path}:${lineAt(source, node.start)}: ${text.trim().slice(0, 60)}`);
  for (const statement of source.body) {
    walk(statement, (node, parent) => {
      if (node.type === "JSXText" && WORDS.test(String(node.value)))
        report(node, String(node.value));
      const text = literalOf(node);
      if (text === null || !WORDS.test(text)) return;
      if (isRead(parent) || SENTENCE.test(text)) {
        if (!isForDevelopers(parent)) report(node, text);
      }
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

function isRead(parent: Node | null): boolean {
  if (parent?.type !== "JSXAttribute" || !isNode(parent.name)) return false;
  return READ_ATTRIBUTES.has(String(parent.name.name));
}

/** A mistake in the code itself, which nobody sees who uses the product. */
function isForDevelopers(parent: Node | null): boolean {
  if (parent?.type !== "NewExpression" || !isNode(parent.callee)) return false;
  return parent.callee.name === "Error";
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

/** Rooms that are still being put in order, with what is left to do there. A count may only fall. */
const TEXTS_LEFT: Record<string, number> = {};
const TITLES_LEFT: Record<string, number> = {};

/** What is found beyond what is left to do. */
function beyond(found: readonly string[], left: Record<string, number>): string[] {
  const byRoom = Object.groupBy(
    found,
    (line) => /^(components\/[^/]+|app\/[^/]+(?=\/)|app)/.exec(line)?.[0] ?? line,
  );
  return Object.entries(byRoom).flatMap(([room, lines = []]) =>
    lines.length > (left[room] ?? 0) ? [`${room}: ${lines.length}`, ...lines] : [],
  );
}

describe("texts for a person", () => {
  it("stand in the catalogue, not in components and pages", () => {
    expect(beyond(screens.flatMap(findTexts), TEXTS_LEFT)).toEqual([]);
  });

  it.each([
    "<p>Some text</p>",
    '<a aria-label="Close" />',
    "<a aria-label={`Remove $" + "{name}`} />",
    '<Field label="Email" />',
    'const text = "The server cannot be reached.";',
  ])("are found in %s", (code) => {
    expect(findTexts(parseSource("a.tsx", `const a = 1;\n${code}`))).toHaveLength(1);
  });

  it.each([
    '<p className="flex items-center">· 1 / {two}</p>',
    "<p>{text.send()}</p>",
    'throw new Error("Not inside of the provider");',
    'element.addEventListener("Escape", run);',
  ])("are not found in %s", (code) => {
    expect(findTexts(parseSource("a.tsx", code))).toEqual([]);
  });
});

describe("tooltips", () => {
  it("are no `title` of an element", () => {
    expect(beyond(screens.flatMap(findTitles), TITLES_LEFT)).toEqual([]);
  });

  it("are found", () => {
    expect(findTitles(parseSource("a.tsx", "<p title={text}>a</p>"))).toHaveLength(1);
    expect(findTitles(parseSource("a.tsx", "<BlankPage title={text}>a</BlankPage>"))).toEqual([]);
  });
});
