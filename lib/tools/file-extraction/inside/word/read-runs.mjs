/** The text of a paragraph of a Word document: runs, changes, notes, comments, equations and what is drawn (ECMA-376, part 1, 17.3). */
import { raiseFigures } from "../raise-figures.mjs";
import { readDiagram } from "../read-diagram.mjs";
import { at, child, descendants, elements, isOn, textOf, value } from "../read-tree.mjs";
import { symbolOf } from "./read-symbol.mjs";
import { byAuthor, chosenOf, flatten, leaveOut, TEXT_MAX_CHARS } from "./shared.mjs";
import { writeEquation } from "./write-equation.mjs";

const CHANGES = {
  ins: "inserted",
  del: "deleted",
  moveFrom: "moved from here",
  moveTo: "moved here",
};
const NOTES = { footnoteReference: "footnote", endnoteReference: "endnote" };

/**
 * @param style id of the paragraph's style
 * @returns `boxes` are the contents of text boxes, `diagrams` their outlines; `isHidden` says that text was left out
 */
export function readRuns(paragraph, document, style) {
  const state = {
    document,
    style,
    pieces: [],
    boxes: [],
    diagrams: [],
    isHidden: false,
    wasHidden: false,
  };
  readInline(paragraph, state, null);
  const { pieces, boxes, diagrams, isHidden } = state;
  return { text: joinPieces(pieces), boxes, diagrams, isHidden };
}

/** Neighbours with the same mark stand in one bracket. */
function joinPieces(pieces) {
  let text = "";
  let open = null;
  for (const { said, mark } of pieces) {
    if (mark !== open) {
      if (open) text += "]";
      if (mark) text += `[${mark}: `;
      open = mark;
    }
    text += said;
  }
  return open ? `${text}]` : text;
}

function add(state, said, mark) {
  const { document } = state;
  if (said === "" || document.written > TEXT_MAX_CHARS) return;
  document.written += said.length;
  state.pieces.push({ said, mark });
}

function readInline(node, state, mark) {
  for (const one of elements(node)) {
    const change = CHANGES[one.tag];
    if (one.tag === "r") readRun(one, state, mark);
    else if (change) readInline(one, state, `${change}${byAuthor(one)}`);
    else if (one.tag === "oMath") add(state, writeEquation(one), mark);
    else if (one.tag === "AlternateContent") readInline(chosenOf(one), state, mark);
    else if (one.tag === "ruby") readRuby(one, state, mark);
    else if (!/Pr$/.test(one.tag)) readInline(one, state, mark);
  }
}

function readRun(run, state, mark) {
  const { document, style } = state;
  const properties = child(run, "rPr");
  const isHidden = document.styles.isHidden(properties, style);
  state.place = document.styles.placeOf(properties);
  for (const one of elements(run)) {
    if (one.tag === "fldChar") readFieldMark(one, state, mark);
    else if (isHidden) hide(one, state);
    else if (!document.fields.includes("code")) readRunPart(one, state, mark);
  }
}

/** A field is its instruction, and behind a separator what it shows. Fields stand in fields. */
function readFieldMark(node, state, mark) {
  const { fields } = state.document;
  const type = value(node, "fldCharType");
  if (type === "begin") {
    fields.push("code");
    const box = at(node, "ffData", "checkBox");
    const checked = box && (isOn(child(box, "checked")) ?? isOn(child(box, "default")));
    if (box) add(state, checked ? "☒" : "☐", mark);
    add(state, chosenOfList(at(node, "ffData", "ddList")), mark);
  }
  if (type === "separate" && fields.length > 0) fields[fields.length - 1] = "result";
  if (type === "end") fields.pop();
}

/** Of a list to choose from, the field shows nothing itself. */
function chosenOfList(list) {
  if (!list) return "";
  const chosen = Number(value(child(list, "result") ?? child(list, "default"), "val") ?? 0);
  const entries = elements(list).filter(({ tag }) => tag === "listEntry");
  return value(entries[chosen], "val") ?? "";
}

const NO_TEXT = new Set(["instrText", "delInstrText"]);

/** Also what is drawn there, with the text in it. */
function hide(node, state) {
  if (NO_TEXT.has(node.tag) || textOf(node).trim() === "") return;
  if (!state.wasHidden) leaveOut(state.document, "hidden-text");
  state.isHidden = true;
  state.wasHidden = true;
}

const PLAIN = { tab: "\t", ptab: "\t", cr: "\n", noBreakHyphen: "\u2011" };

function readRunPart(node, state, mark) {
  const { tag } = node;
  const { document } = state;
  if (tag === "t" || tag === "delText") {
    state.wasHidden = false;
    add(state, raiseFigures(textOf(node), state.place), mark);
  } else if (PLAIN[tag]) add(state, PLAIN[tag], mark);
  else if (tag === "br") add(state, value(node, "type") === "page" ? "\n\n" : "\n", mark);
  else if (tag === "sym") add(state, symbolOf(value(node, "font"), value(node, "char")), mark);
  else if (NOTES[tag]) readNote(node, state);
  else if (tag === "commentReference") readComment(node, state);
  else if (tag === "AlternateContent")
    for (const one of elements(chosenOf(node))) readRunPart(one, state, mark);
  else if (tag === "ruby") readRuby(node, state, mark);
  else if (tag === "oMath") add(state, writeEquation(node), mark);
  else if (tag === "drawing" || tag === "pict" || tag === "object") readDrawn(node, state, mark);
  else if (tag === "altChunk" || tag === "subDoc") leaveOut(document, "embedded");
}

/** The reading of a word stands behind it. */
function readRuby(node, state, mark) {
  const [base, hint] = ["rubyBase", "rt"].map((tag) => child(node, tag));
  if (base) readInline(base, state, mark);
  if (!hint) return;
  add(state, "(", mark);
  readInline(hint, state, mark);
  add(state, ")", mark);
}

function readNote(node, state) {
  const { document } = state;
  const kind = NOTES[node.tag];
  const note = document[`${kind}s`].get(value(node, "id"));
  if (!note || document.aside) return;
  // A mark of the author's own follows as text, and takes no number.
  const isNumbered =
    isOn({ attributes: { val: value(node, "customMarkFollows") ?? "0" } }) === false;
  if (isNumbered) document[`${kind}Count`] += 1;
  const number = isNumbered ? ` ${document[`${kind}Count`]}` : "";
  add(state, readAside(note, document, "note"), `${kind}${number}`);
}

function readComment(node, state) {
  const { document } = state;
  const comment = document.comments.get(value(node, "id"));
  if (!comment || document.aside === "comment") return;
  const last = [...descendants(comment, "p")].at(-1);
  const thread = document.threads.get(value(last, "paraId"));
  const kind = thread?.isReply ? "reply" : `${thread?.isDone ? "resolved " : ""}comment`;
  const said = readAside(comment, document, "comment");
  // A blank keeps two comments of one person apart.
  add(state, said, `${kind}${byAuthor(comment)}`);
  state.pieces.push({ said: "", mark: null });
}

/** The text of a note or comment, in one line. */
function readAside(node, document, kind) {
  const { fields, aside } = document;
  document.aside = kind;
  document.fields = [];
  const text = flatten(document.readBlocks(node, document));
  document.aside = aside;
  document.fields = fields;
  return text;
}

/** Text boxes are read; of a picture, its description. */
function readDrawn(node, state, mark) {
  const { document } = state;
  const about = [...descendants(node, "docPr")][0];
  if (about && isOn({ attributes: { val: value(about, "hidden") ?? "0" } })) return;
  const found = { pictures: 0, charts: 0, diagrams: 0, objects: 0 };
  readShapes(node, state, found, mark);
  // An embedded object brings a picture of itself.
  if (found.objects > 0) found.pictures = 0;
  for (const [code, count] of Object.entries(found))
    for (let more = 0; more < count; more += 1) leaveOut(document, code);
  const kind = Object.keys(found).find((code) => found[code] > 0);
  const description = value(about, "descr")?.trim();
  if (kind && description) add(state, description, kind.slice(0, -1));
}

const DRAWN = {
  pic: "pictures",
  imagedata: "pictures",
  chart: "charts",
  relIds: "diagrams",
  OLEObject: "objects",
};

function readShapes(node, state, found, mark) {
  for (const one of elements(node)) {
    const kind = DRAWN[one.tag];
    if (one.tag === "txbxContent") state.boxes.push(one);
    else if (one.tag === "AlternateContent") readShapes(chosenOf(one), state, found, mark);
    else if (one.tag === "textpath") add(state, value(one, "string") ?? "", mark);
    else if (one.tag === "relIds" && addDiagram(one, state)) continue;
    else if (kind) found[kind] += 1;
    else readShapes(one, state, found, mark);
  }
}

/** @returns whether the diagram has text */
function addDiagram(node, { document, diagrams }) {
  const target = document.relations.get(value(node, "dm"))?.target;
  const lines = target ? readDiagram(document.read(target)) : [];
  if (lines.length > 0) diagrams.push(lines.join("\n"));
  return lines.length > 0;
}
