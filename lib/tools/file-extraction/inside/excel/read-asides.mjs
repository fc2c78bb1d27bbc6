/** What stands beside the cells of a sheet: comments and what is drawn; and all that a table cannot show, as lines below it. */

import { readDiagram } from "../read-diagram.mjs";
import { readTree } from "../read-tree.mjs";

/** Of each list, as many as this are named. */
const NAMED_MAX = 200;
const FORMULA_MAX_CHARS = 300;

/** @returns `{comments: {at, author, text}[], diagrams: string[], pictures, charts}` */
export function readAsides(files, part) {
  const found = { comments: [], diagrams: [], pictures: 0, charts: 0 };
  for (const { type, target } of files.relations(part).values()) {
    if (type === "comments") readComments(files, target, found.comments);
    if (type !== "drawing") continue;
    files.parse(target, {
      open(tag) {
        if (tag === "pic") found.pictures += 1;
        if (tag === "chart") found.charts += 1;
      },
    });
    for (const drawn of files.relations(target).values())
      if (drawn.type === "diagramData")
        found.diagrams.push(...outlineOf(readTree(files, drawn.target)));
  }
  return found;
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
      comments.push({ ...comment, text: text.trim().replace(/\s+/g, " ") });
      comment = null;
    },
  });
}

/** Lines such as `[formulas: B4 =SUM(B2:B3)]`, or an empty string. */
export function describeAsides({ formulas, merged, hiddenRows, hiddenColumns }, asides) {
  const { comments, diagrams } = asides;
  return [
    list("formulas", formulas, ({ at, text }) => `${at} =${text.slice(0, FORMULA_MAX_CHARS)}`),
    list("merged cells", merged, (ref) => ref),
    list("hidden rows", hiddenRows, (row) => row),
    list("hidden columns", hiddenColumns, (column) => column),
    list("diagrams", diagrams, (outline) => outline),
    list(
      "comments",
      comments,
      ({ at, author, text }) => `${at}${author && ` by ${author}`}: ${text}`,
    ),
  ]
    .filter(Boolean)
    .join("\n");
}

function list(name, items, write) {
  if (items.length === 0) return "";
  const rest = items.length > NAMED_MAX ? `; and ${items.length - NAMED_MAX} more` : "";
  return `[${name}: ${items.slice(0, NAMED_MAX).map(write).join("; ")}${rest}]`;
}
