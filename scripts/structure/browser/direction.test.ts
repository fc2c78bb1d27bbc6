/** What a person types or reads runs in its own direction: Arabic and Hebrew from the right. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../setup/paths.ts";
import { isTest, listSourceFiles } from "../list-files.ts";
import {
  isNode,
  lineAt,
  type Node,
  parseSource,
  readSource,
  type Source,
  walk,
} from "../parse-source.ts";

const pages = listSourceFiles().filter(
  (path) => /^(?:app|components)\/.*\.tsx$/.test(path) && !isTest(path),
);

/** Kinds of `input` in which nobody writes words. */
const WORDLESS = /^(?:checkbox|radio|file|hidden|range|date|datetime-local|number)$/;

const nameOf = (node: unknown): string =>
  !isNode(node)
    ? ""
    : node.type === "JSXMemberExpression"
      ? nameOf(node.property)
      : String(node.name);

function attributesOf(opening: Node): Map<string, Node> {
  const all = (opening.attributes as Node[]).filter(({ type }) => type === "JSXAttribute");
  return new Map(all.map((attribute) => [nameOf(attribute.name), attribute]));
}

/** @returns whether this is a field for words, or a block that keeps the lines of a text as they were written */
function isOfWords(source: Source, opening: Node, attributes: Map<string, Node>): boolean {
  const type = attributes.get("type")?.value;
  if (/^(?:textarea|input|Input)$/.test(nameOf(opening.name)))
    return !(attributes.has("hidden") || (isNode(type) && WORDLESS.test(String(type.value))));
  const shape = attributes.get("className");
  return shape !== undefined && source.text.slice(shape.start, shape.end).includes("-pre-wrap");
}

function findUndirected(source: Source): string[] {
  const found: string[] = [];
  const look = (node: Node) => {
    if (node.type !== "JSXOpeningElement") return;
    const attributes = attributesOf(node);
    if (isOfWords(source, node, attributes) && !attributes.has("dir"))
      found.push(`${source.path}:${lineAt(source, node.start)}`);
  };
  for (const statement of source.body) walk(statement, look);
  return found;
}

/** Classes of one side. The inspector's own tables and charts run from the left. */
const SIDED_CLASS =
  /(?<=[\s"'`:])-?(?:m[lr]|p[lr]|border-[lr]|rounded-[lr]|text-(?:left|right))(?:-[\w.[(][^\s"'`]*)?(?=[\s"'`])/;
const SIDED_STYLE = /(?:margin|padding|border)-(?:left|right)\b|text-align: (?:left|right)/;
const OWN_DIRECTION = /^components\/(?:account|chat|share|ui|verify|inspector\/conversation)\//;

describe("the direction of words", () => {
  it("is found for every field and every block of a text", () => {
    expect(pages.map(readSource).flatMap(findUndirected)).toEqual([]);
  });

  it("decides on which side a chat has its margins, lines and text", () => {
    const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
    const sided = pages.filter((path) => OWN_DIRECTION.test(path) && SIDED_CLASS.test(read(path)));
    expect(sided).toEqual([]);
    const styles = ["app/chat.css", "app/globals.css", "app/prose.css", "app/motion.css"];
    expect(styles.filter((path) => SIDED_STYLE.test(read(path)))).toEqual([]);
  });

  it.each([
    ["<textarea rows={2} />", 1],
    ['<input type="search" />', 1],
    ["<input type={kind} {...rest} />", 1],
    ["<Base.Input {...field} />", 1],
    ['<p className={cn("whitespace-pre-wrap", a)}>{text}</p>', 1],
    ['<textarea dir="auto" />', 0],
    ['<input type="checkbox" />', 0],
    ['<input type="text" hidden />', 0],
    ['<p className="text-sm">{text}</p>', 0],
  ])("%s: %i without", (code, count) => {
    expect(findUndirected(parseSource("a.tsx", `const a = ${code};`))).toHaveLength(count);
  });

  it.each([
    ['"pl-2"', true],
    ['"flex border-l"', true],
    ['"max-md:-mr-2"', true],
    ['"text-right"', true],
    ['"ps-2 border-s me-auto text-start"', false],
    ['"left-3 prose"', false],
  ])("%s has a side: %s", (code, isSided) => {
    expect(SIDED_CLASS.test(code)).toBe(isSided);
  });
});
