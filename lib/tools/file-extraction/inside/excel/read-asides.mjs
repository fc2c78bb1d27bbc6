/** What stands beside the cells of a sheet: comments, text boxes and what is drawn; and all that a table cannot show, as lines below it. */

import { readDiagram } from "../read-diagram.mjs";
import { child, descendants, elements, readTree, textOf, value } from "../read-tree.mjs";
import { chosenOf } from "../word/shared.mjs";

/** Of each list, as many as this are named. */
const NAMED_MAX = 200;
const FORMULA_MAX_CHARS = 300;
/** Marks of functions that older programs do not know, and of names inside a formula: nobody sees them. */
const MARKS = /_xl(?:fn|ws|pm|op)\./g;
const OBJECTS = new Set(["oleObject", "package"]);

/**
 * @param people who comments, by id
 * @returns `{comments: {at, author, text}[], boxes: string[], diagrams: string[], pictures, charts, objects}`
 */
export function readAsides(files, part, people) {
  const found = { comments: [], boxes: [], diagrams: [], pictures: 0, charts: 0, objects: 0 };
  const threads = [];
  for (const { type, target } of files.relations(part).values()) {
    if (type === "comments") readComments(files, target, found.comments);
    if (type === "threadedComment") threads.push(...readThreads(files, target, people));
    if (OBJECTS.has(type)) found.objects += 1;
    if (type !== "drawing") continue;
    readDrawing(readTree(files, target), found);
    for (const drawn of files.relations(target).values())
      if (drawn.type === "diagramData")
        found.diagrams.push(...outlineOf(readTree(files, drawn.target)));
  }
  // For older programs, the first comment of a thread stands once more among the others, below a sentence about it.
  const places = new Set(threads.map(({ at }) => at));
  const others = found.comments.filter(({ at, author }) => !places.has(at) || !/^tc=/.test(author));
  return { ...found, comments: [...others, ...threads] };
}

/** @returns the names of those who comment, by id */
export function readPeople(files, part) {
  const tree = part && readTree(files, part);
  const people = tree ? [...descendants(tree, "person")] : [];
  return new Map(people.map((node) => [value(node, "id"), value(node, "displayName") ?? ""]));
}

/** Comments of today, with their replies ([MS-XLSX], 2.6.205). */
function readThreads(files, part, people) {
  const tree = readTree(files, part);
  return (tree ? [...descendants(tree, "threadedComment")] : []).map((node) => ({
    at: value(node, "ref"),
    isReply: value(node, "parentId") !== undefined,
    author: people.get(value(node, "personId")) ?? "",
    text: oneLine(textOf(child(node, "text") ?? { children: [] })),
  }));
}

const oneLine = (text) => text.trim().replace(/\s+/g, " ");

function readDrawing(node, found) {
  for (const one of node ? elements(node) : []) {
    if (one.tag === "pic") found.pictures += 1;
    else if (one.tag === "chart") found.charts += 1;
    else if (one.tag === "AlternateContent") readDrawing(chosenOf(one), found);
    else if (one.tag === "txBody") {
      const lines = elements(one).filter(({ tag }) => tag === "p");
      const text = lines.map((line) => oneLine(textIn(line))).filter(Boolean);
      if (text.length > 0) found.boxes.push(text.join(" / "));
    } else readDrawing(one, found);
  }
}

/** Each text once, where there is another one for older programs. */
function textIn(node) {
  if (node.tag === "t") return textOf(node);
  if (node.tag === "br") return " ";
  return elements(node.tag === "AlternateContent" ? chosenOf(node) : node)
    .map(textIn)
    .join("");
}

/** A diagram in one line; none where it has no text. */
function outlineOf(tree) {
  const lines = readDiagram(tree).map((line) => line.trim().replace(/^- /, ""));
  return lines.length > 0 ? [lines.join(" / ")] : [];
}

function readComments(files, part, comments) {
  const authors = [];
  let text = "";
  let comment = null;
  files.parse(part, {
    open(tag, { ref, authorId }) {
      text = tag === "author" || tag === "comment" ? "" : text;
      if (tag === "comment") comment = { at: ref, author: authors[Number(authorId)] ?? "" };
    },
    text(piece) {
      text += piece;
    },
    close(tag) {
      if (tag === "author") authors.push(text.trim());
      if (tag !== "comment" || !comment) return;
      const said = oneLine(text);
      // The program writes the author's name into a note.
      const lead = `${comment.author}:`;
      const bare = comment.author && said.startsWith(lead) ? said.slice(lead.length) : said;
      comments.push({ ...comment, text: bare.trim() });
      comment = null;
    },
  });
}

/** Lines such as `[formulas: B4 =SUM(B2:B3)]`, or an empty string. */
export function describeAsides({ formulas, merged, hiddenRows, hiddenColumns }, asides) {
  const { comments, boxes, diagrams } = asides;
  return [
    list(
      "formulas",
      formulas,
      ({ at, text }) => `${at} =${text.replace(MARKS, "").slice(0, FORMULA_MAX_CHARS)}`,
    ),
    list("merged cells", merged, (ref) => ref),
    list("hidden rows", rangesOf(hiddenRows), (range) => range),
    list("hidden columns", hiddenColumns, (column) => column),
    list("text boxes", boxes, (text) => text),
    list("diagrams", diagrams, (outline) => outline),
    list(
      "comments",
      comments,
      ({ at, isReply, author, text }) =>
        `${at}${isReply ? ", reply" : ""}${author && ` by ${author}`}: ${text}`,
    ),
  ]
    .filter(Boolean)
    .join("\n");
}

/** Numbers in ascending order, of which those that follow each other are one range: `3`, `5 to 900`. */
function rangesOf(numbers) {
  const ranges = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
}

function list(name, items, write) {
  if (items.length === 0) return "";
  const rest = items.length > NAMED_MAX ? `; and ${items.length - NAMED_MAX} more` : "";
  return `[${name}: ${items.slice(0, NAMED_MAX).map(write).join("; ")}${rest}]`;
}
