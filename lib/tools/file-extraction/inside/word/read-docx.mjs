/** Extracts a Word document as a careful person would write it down: an empty line between paragraphs, a line for a table's row. */
import { openPackage } from "../open-package.mjs";
import { openZip, ZipRefused } from "../open-zip.mjs";
import { at, child, descendants, elements, isOn, readTree, value } from "../read-tree.mjs";
import { readNumbering } from "./number-lists.mjs";
import { readBlocks } from "./read-blocks.mjs";
import { readStyles } from "./read-styles.mjs";
import { flatten, TEXT_MAX_CHARS } from "./shared.mjs";

/** Of all XML parts together: these become trees in memory. */
const XML_MAX_BYTES = 24 * 1024 * 1024;

/** @param {Buffer} bytes */
export async function readDocx(bytes, htmlparserPath) {
  try {
    const zip = openZip(bytes, XML_MAX_BYTES);
    // Every part is measured, also those that are not read.
    for (const name of zip.names()) if (/\.(xml|rels)$/i.test(name)) zip.read(name);
    const { Parser } = await import(htmlparserPath);
    const document = openDocument(openPackage(bytes, Parser));
    const blocks = readBlocks(document.body, document);
    const { before, after } = readMargins(document);
    const text = joinBlocks([...before, ...blocks, ...after]);
    if (text === "") return { ok: false, reason: "no-text" };
    const isCut = document.written > TEXT_MAX_CHARS;
    const notes = Object.entries({ ...document.leftOut, cut: isCut ? 1 : 0 })
      .filter(([, count]) => count > 0)
      .map(([code, count]) => ({ code, count }));
    return { ok: true, text, pageStarts: null, pageCount: null, notes };
  } catch (error) {
    return { ok: false, reason: error instanceof ZipRefused ? error.reason : "damaged" };
  }
}

/** What all parts of one document share while they are read. */
function openDocument(files) {
  const main = files.main();
  const root = readTree(files, main);
  const body = at(root, "document", "body");
  if (!body) throw new ZipRefused("damaged");
  const relations = files.relations(main);
  const treeOf = (type) => {
    const found = [...relations.values()].find((one) => one.type === type);
    return found ? readTree(files, found.target) : null;
  };
  const settings = treeOf("settings");
  return {
    body,
    relations,
    /** The parts of a paragraph hold paragraphs: `readRuns` calls back. */
    readBlocks,
    read: (part) => readTree(files, part),
    hasEvenPages: isOn(at(settings, "settings", "evenAndOddHeaders")) === true,
    styles: readStyles(treeOf("styles")),
    labelOf: readNumbering(treeOf("numbering")),
    /** Each with the texts that are referred to, by id. */
    footnotes: byId(treeOf("footnotes"), "footnote"),
    endnotes: byId(treeOf("endnotes"), "endnote"),
    comments: byId(treeOf("comments"), "comment"),
    threads: readThreads(treeOf("commentsExtended")),
    footnoteCount: 0,
    endnoteCount: 0,
    /** What is read just now beside the text: `note`, `comment` or null. Notes refer to no notes, comments to nothing. */
    aside: null,
    /** Fields that are open: `code` or `result`. */
    fields: [],
    written: 0,
    /** How many of each were left out. */
    leftOut: {},
  };
}

function byId(tree, tag) {
  const nodes = tree ? [...descendants(tree, tag)] : [];
  return new Map(nodes.map((node) => [value(node, "id"), node]));
}

/** Which comments are replies, and which are settled, by the id of their last paragraph ([MS-DOCX], 2.5.4). */
function readThreads(tree) {
  const threads = tree ? [...descendants(tree, "commentEx")] : [];
  return new Map(
    threads.map((node) => [
      value(node, "paraId"),
      {
        isReply: value(node, "paraIdParent") !== undefined,
        isDone: value(node, "done") === "1",
      },
    ]),
  );
}

const PAGES = { first: ", first page", even: ", even pages" };

/** Headers and footers, each once. */
function readMargins(document) {
  const texts = { header: new Set(), footer: new Set() };
  for (const section of descendants(document.body, "sectPr")) {
    const hasFirst = isOn(child(section, "titlePg")) === true;
    for (const reference of elements(section)) {
      const kind = /^(header|footer)Reference$/.exec(reference.tag)?.[1];
      const type = value(reference, "type") ?? "default";
      if (!kind || (type === "first" && !hasFirst)) continue;
      if (type === "even" && !document.hasEvenPages) continue;
      const target = document.relations.get(value(reference, "id"))?.target;
      const tree = target && document.read(target);
      if (!tree) continue;
      document.fields = [];
      const text = flatten(readBlocks(elements(tree)[0] ?? tree, document));
      if (text !== "") texts[kind].add(`[${kind}${PAGES[type] ?? ""}: ${text}]`);
    }
  }
  const asBlocks = (found) => [...found].map((text) => ({ kind: "paragraph", text }));
  return { before: asBlocks(texts.header), after: asBlocks(texts.footer) };
}

/** Items of a list and nothing else follow each other without an empty line. */
function joinBlocks(blocks) {
  let text = "";
  let last = null;
  for (const block of blocks) {
    if (last) text += last.kind === "item" && block.kind === "item" ? "\n" : "\n\n";
    text += block.kind === "table" ? block.rows.join("\n") : block.text;
    last = block;
  }
  return text
    .replace(/^\n+/, "")
    .replace(/\n{3,}/g, "\n\n")
    .trimEnd();
}
