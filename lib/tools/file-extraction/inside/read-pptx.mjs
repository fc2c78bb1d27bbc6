/** Extracts the slides of a PowerPoint presentation: their text, their tables, and the speaker's notes. */
import { attribute, openPackage } from "./open-package.mjs";

const SLIDES_MAX = 500;
const TEXT_MAX_CHARS = 2_000_000;

/** @param {Buffer} bytes */
export async function readPptx(bytes, htmlparserPath) {
  const { Parser } = await import(htmlparserPath);
  try {
    const files = openPackage(bytes, Parser);
    const slides = listSlides(files);
    const pageStarts = [];
    let text = "";
    for (const part of slides.slice(0, SLIDES_MAX)) {
      if (text.length >= TEXT_MAX_CHARS) break;
      pageStarts.push(text.length);
      const said = [readText(files, part), notesOf(files, part)].filter(Boolean).join("\n\n");
      text += `[slide ${pageStarts.length}]\n${said}\n\n`;
    }
    if (text.replace(/^\[slide \d+\]$/gm, "").trim() === "")
      return { ok: false, reason: "no-text" };
    return { ok: true, text: text.trimEnd(), pageStarts, pageCount: slides.length };
  } catch (error) {
    return { ok: false, reason: error?.reason ?? "damaged" };
  }
}

/** The parts of the slides, in the order in which they are shown. */
function listSlides(files) {
  const main = files.main();
  const relations = files.relations(main);
  const parts = [];
  files.parse(main, {
    open(tag, attributes) {
      if (tag !== "sldId") return;
      const relation = relations.get(attribute(attributes, "id"));
      if (relation?.type === "slide") parts.push(relation.target);
    },
  });
  return parts;
}

function notesOf(files, slide) {
  const notes = [...files.relations(slide).values()].find(({ type }) => type === "notesSlide");
  const text = notes ? readText(files, notes.target, "body") : "";
  return text && `Notes: ${text}`;
}

/**
 * A paragraph is a line, a row of a table is a line with bars between its cells.
 * @param onlyPlace reads only shapes in this place of the layout
 */
function readText(files, part, onlyPlace) {
  const lines = [];
  let line = "";
  let isText = false;
  /** The cells of the row of a table that is being read. */
  let row = null;
  let cell = [];
  let place = null;
  const isWanted = () => onlyPlace === undefined || place === onlyPlace;
  const endLine = () => {
    const said = line.trim();
    line = "";
    if (said === "" || !isWanted()) return;
    if (row) cell.push(said);
    else lines.push(said);
  };
  const ends = {
    p: endLine,
    tc: () => {
      row?.push(cell.join(" "));
      cell = [];
    },
    tr: () => {
      if (row?.some((one) => one !== "")) lines.push(row.join(" | "));
      row = null;
    },
  };
  files.parse(part, {
    open(tag, attributes) {
      if (tag === "sp") place = null;
      if (tag === "ph") place = attributes.type ?? "body";
      if (tag === "tr") row = [];
      if (tag === "br") line += " ";
      isText = tag === "t";
    },
    text(piece) {
      if (isText) line += piece;
    },
    close(tag) {
      if (tag === "t") isText = false;
      ends[tag]?.();
    },
  });
  return lines.join("\n");
}
