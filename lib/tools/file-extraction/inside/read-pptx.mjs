/** Extracts the slides of a PowerPoint presentation: their text, tables, comments, and the speaker's notes. */
import { openPackage } from "./open-package.mjs";
import { raiseFigures } from "./raise-figures.mjs";
import { readDiagram } from "./read-diagram.mjs";
import { at, child, descendants, elements, readTree, textOf, value } from "./read-tree.mjs";
import { writeNumber } from "./word/number-lists.mjs";
import { chosenOf, leaveOut } from "./word/shared.mjs";
import { writeEquation } from "./word/write-equation.mjs";

const SLIDES_MAX = 500;
const TEXT_MAX_CHARS = 2_000_000;
const LEFT = "[merged left]";
const ABOVE = "[merged above]";

/** @param {Buffer} bytes */
export async function readPptx(bytes, htmlparserPath) {
  const { Parser } = await import(htmlparserPath);
  try {
    const files = openPackage(bytes, Parser);
    const show = openShow(files);
    const pageStarts = [];
    let text = "";
    for (const part of show.slides.slice(0, SLIDES_MAX)) {
      if (text.length >= TEXT_MAX_CHARS) break;
      pageStarts.push(text.length);
      text += `[slide ${pageStarts.length}${readSlide(files, part, show)}\n\n`;
    }
    if (text.replace(/^\[slide \d+.*\]$/gm, "").trim() === "")
      return { ok: false, reason: "no-text" };
    if (pageStarts.length < show.slides.length) leaveOut(show, "cut");
    const notes = Object.entries(show.leftOut).map(([code, count]) => ({ code, count }));
    return { ok: true, text: text.trimEnd(), pageStarts, pageCount: show.slides.length, notes };
  } catch (error) {
    return { ok: false, reason: error?.reason ?? "damaged" };
  }
}

/** The slides in the order in which they are shown, and who comments. */
function openShow(files) {
  const main = files.main();
  const relations = files.relations(main);
  const tree = readTree(files, main);
  const slides = [];
  for (const entry of tree ? descendants(tree, "sldId") : []) {
    const { attributes } = entry;
    const key = Object.keys(attributes).find((name) => name.endsWith(":id"));
    const relation = relations.get(attributes[key]);
    if (relation?.type === "slide") slides.push(relation.target);
  }
  const authors = new Map();
  for (const { type, target } of relations.values()) {
    if (type !== "commentAuthors" && type !== "authors") continue;
    const people = readTree(files, target);
    for (const tag of ["cmAuthor", "author"])
      for (const one of people ? descendants(people, tag) : [])
        authors.set(value(one, "id"), value(one, "name"));
  }
  const read = (part) => readTree(files, part);
  /** `relations` are those of the slide that is read. */
  return { slides, authors, leftOut: {}, read, relations: new Map() };
}

/** What follows the number of the slide: whether it is hidden, and its text. */
function readSlide(files, part, show) {
  const tree = readTree(files, part);
  const slide = tree && child(tree, "sld");
  show.relations = files.relations(part);
  const isHidden = value(slide, "show") === "0";
  if (isHidden) leaveOut(show, "read-hidden-slides");
  const texts = slide ? [readShapes(at(slide, "cSld", "spTree") ?? slide, show).join("\n")] : [];
  for (const { type, target } of show.relations.values()) {
    const other = type === "notesSlide" || type === "comments" ? readTree(files, target) : null;
    if (other && type === "notesSlide") texts.push(readNotes(other));
    if (other && type === "comments") texts.push(readComments(other, show));
  }
  return `${isHidden ? " (hidden)" : ""}]\n${texts.filter(Boolean).join("\n\n")}`;
}

function readNotes(tree) {
  const lines = [];
  for (const shape of descendants(tree, "sp")) {
    const place = [...descendants(shape, "ph")][0];
    if (place && (value(place, "type") ?? "body") === "body")
      lines.push(...readParagraphs(child(shape, "txBody")));
  }
  return lines.length > 0 ? `Notes: ${lines.join("\n")}` : "";
}

/** Of both kinds: those with a text, and those of today with paragraphs and answers. */
function readComments(tree, { authors }) {
  const lines = [];
  for (const tag of ["cm", "reply"])
    for (const comment of descendants(tree, tag)) {
      const author = authors.get(value(comment, "authorId"));
      const old = child(comment, "text");
      const text = old ? textOf(old) : readParagraphs(child(comment, "txBody")).join(" / ");
      lines.push(`[comment${author ? ` by ${author}` : ""}: ${text.trim()}]`);
    }
  return lines.join("\n");
}

/** The lines of all shapes, in their order. */
function readShapes(node, show) {
  return elements(node).flatMap((shape) => {
    if (shape.tag === "AlternateContent") return readShapes(chosenOf(shape), show);
    if (shape.tag === "grpSp") return readShapes(shape, show);
    if (shape.tag === "sp" || shape.tag === "cxnSp") return readParagraphs(child(shape, "txBody"));
    if (shape.tag === "pic") return leaveOutPicture(shape, show);
    if (shape.tag !== "graphicFrame") return [];
    const data = at(shape, "graphic", "graphicData");
    const table = child(data, "tbl");
    if (table) return readTable(table);
    const diagram = data && child(data, "relIds");
    const outline = diagram ? outlineOf(diagram, show) : [];
    if (outline.length > 0) return outline;
    for (const [tag, code] of FRAMES)
      if (data && !descendants(data, tag).next().done) leaveOut(show, code);
    return [];
  });
}

function outlineOf(diagram, { relations, read }) {
  const data = relations.get(value(diagram, "dm"));
  return data ? readDiagram(read(data.target)) : [];
}

const FRAMES = [
  ["chart", "charts"],
  ["relIds", "diagrams"],
  ["oleObj", "objects"],
];

/** Of a picture, its description. */
function leaveOutPicture(shape, show) {
  leaveOut(show, "pictures");
  const description = value(at(shape, "nvPicPr", "cNvPr"), "descr")?.trim();
  return description ? [`[picture: ${description}]`] : [];
}

/** A paragraph is a line, with its number where the list has numbers. */
function readParagraphs(body) {
  const lines = [];
  /** The last number of each level. */
  let numbers = [];
  for (const paragraph of body ? elements(body) : []) {
    if (paragraph.tag !== "p") continue;
    const properties = child(paragraph, "pPr");
    const level = Number(value(properties, "lvl") ?? 0);
    const automatic = child(properties, "buAutoNum");
    const text = readInline(paragraph).trim();
    if (text === "") continue;
    numbers = numbers.slice(0, level + 1);
    if (!automatic) numbers = numbers.slice(0, level);
    else numbers[level] = (numbers[level] ?? Number(value(automatic, "startAt") ?? 1) - 1) + 1;
    lines.push(
      `${automatic ? `${labelOf(value(automatic, "type"), numbers[level])} ` : ""}${text}`,
    );
  }
  return lines;
}

const NUMBERS = {
  alphaLc: "lowerLetter",
  alphaUc: "upperLetter",
  romanLc: "lowerRoman",
  romanUc: "upperRoman",
};

/** @param type such as `arabicPeriod` or `alphaLcParenBoth` */
function labelOf(type = "arabicPeriod", number) {
  const [, kind, end] = /^(.*?)(Period|ParenR|ParenBoth|Plain|Minus)?$/.exec(type) ?? [];
  const written = writeNumber(number, NUMBERS[kind] ?? "decimal");
  if (end === "ParenBoth") return `(${written})`;
  return `${written}${{ ParenR: ")", Plain: "", Minus: "-" }[end] ?? "."}`;
}

function readInline(node) {
  // Thousandths of the letters' size.
  const shift = Number(value(child(node, "rPr"), "baseline") ?? 0);
  const place = shift > 0 ? "superscript" : shift < 0 ? "subscript" : null;
  return elements(node)
    .map((one) => {
      if (one.tag === "AlternateContent") return readInline(chosenOf(one));
      if (one.tag === "oMath") return writeEquation(one);
      if (one.tag === "br") return "\n";
      if (one.tag === "t") return raiseFigures(textOf(one), place);
      return /Pr$/.test(one.tag) ? "" : readInline(one);
    })
    .join("");
}

/** A row is a line with bars between its cells. */
function readTable(table) {
  return elements(table)
    .filter(({ tag }) => tag === "tr")
    .map((row) =>
      elements(row)
        .filter(({ tag }) => tag === "tc")
        .map(readCell),
    )
    .filter((cells) => cells.some((text) => text !== ""))
    .map((cells) => cells.join(" | "));
}

function readCell(cell) {
  const isMerged = (name) => ["1", "true"].includes(value(cell, name));
  if (isMerged("vMerge")) return ABOVE;
  if (isMerged("hMerge")) return LEFT;
  return readParagraphs(child(cell, "txBody"))
    .join(" / ")
    .replace(/\n/g, " / ")
    .replaceAll("|", "\\|");
}
