/** The paragraphs, list items and tables of a part of a Word document. */
import { child, elements, isOn, value } from "../read-tree.mjs";
import { readRuns } from "./read-runs.mjs";
import { byAuthor, chosenOf, flatten, leaveOut, TEXT_MAX_CHARS } from "./shared.mjs";

/** Word has at most 63 columns. */
const COLUMNS_MAX = 63;
const LEFT = "[merged left]";
const ABOVE = "[merged above]";

/**
 * @param document what its parts share
 * @returns blocks: `{kind: "paragraph" | "item", text}` or `{kind: "table", rows}`
 */
export function readBlocks(node, document) {
  const blocks = [];
  for (const one of elements(node)) {
    if (document.written > TEXT_MAX_CHARS) break;
    if (one.tag === "p") blocks.push(...readParagraph(one, document));
    else if (one.tag === "tbl") blocks.push(...readTable(one, document));
    else if (one.tag === "oMathPara")
      blocks.push(...readParagraph({ ...one, children: [one] }, document));
    else if (one.tag === "altChunk" || one.tag === "subDoc") leaveOut(document, "embedded");
    else if (one.tag === "AlternateContent") blocks.push(...readBlocks(chosenOf(one), document));
    else if (!/(Pr|Ref)$/.test(one.tag)) blocks.push(...readBlocks(one, document));
  }
  return blocks;
}

function readParagraph(node, document) {
  const properties = child(node, "pPr");
  const list = document.styles.listOf(properties);
  const { text, boxes, diagrams, isHidden } = readRuns(node, document, list.style);
  const blocks = [];
  const isGone = isHidden && text === "";
  const item = isGone || list.numId === undefined ? null : document.labelOf(list);
  if (text.trim() !== "") {
    const lead = item ? `${"  ".repeat(item.depth)}${item.label}${item.label && " "}` : "";
    document.written += lead.length;
    blocks.push({ kind: item ? "item" : "paragraph", text: `${lead}${text}` });
  }
  for (const box of boxes) {
    const said = flatten(readBlocks(box, document));
    if (said !== "") blocks.push({ kind: "paragraph", text: `[text box: ${said}]` });
  }
  for (const outline of diagrams) {
    document.written += outline.length;
    blocks.push({ kind: "paragraph", text: `[diagram]\n${outline}` });
  }
  return blocks;
}

function readTable(node, document) {
  const rows = [];
  for (const row of partsOf(node, "tr")) {
    if (document.written > TEXT_MAX_CHARS) break;
    const properties = child(row.node, "trPr");
    if (isOn(child(properties, "hidden"))) {
      leaveOut(document, "hidden-rows");
      continue;
    }
    const change = changeOf(properties, ROW_CHANGES);
    const line = `${change}${readCells(row.node, properties, document).join(" | ")}`;
    document.written += line.length;
    rows.push(line);
  }
  return rows.length > 0 ? [{ kind: "table", rows }] : [];
}

/** Rows of a table or cells of a row, also those in a content control. */
function partsOf(node, tag) {
  return elements(node).flatMap((one) => {
    if (one.tag === tag) return [{ node: one }];
    return /^(tbl|tc|tr|p)$|Pr$/.test(one.tag) ? [] : partsOf(one, tag);
  });
}

const ROW_CHANGES = { ins: "row inserted", del: "row deleted" };
const CELL_CHANGES = { cellIns: "cell inserted", cellDel: "cell deleted" };

function changeOf(properties, changes) {
  for (const tag in changes) {
    const change = child(properties, tag);
    if (change) return `[${changes[tag]}${byAuthor(change)}] `;
  }
  return "";
}

function readCells(row, properties, document) {
  const skipped = (tag) => {
    const count = Number(value(child(properties, tag), "val") ?? 0);
    return Array(Math.min(Math.max(count || 0, 0), COLUMNS_MAX)).fill("");
  };
  const cells = skipped("gridBefore");
  for (const { node } of partsOf(row, "tc")) {
    const cell = child(node, "tcPr");
    const span = Number(value(child(cell, "gridSpan"), "val") ?? 1);
    const text = flatten(readBlocks(node, document).map(escapeBars));
    const below = child(cell, "vMerge");
    const beside = child(cell, "hMerge");
    const continues = (merge) => merge && (value(merge, "val") ?? "continue") === "continue";
    const isMerged = text === "" && (continues(below) ? ABOVE : continues(beside) && LEFT);
    cells.push(`${changeOf(cell, CELL_CHANGES)}${isMerged || text}`);
    for (let more = 1; more < Math.min(span, COLUMNS_MAX); more += 1) cells.push(LEFT);
  }
  return [...cells, ...skipped("gridAfter")];
}

/** A bar in a cell is no end of the cell. */
function escapeBars(block) {
  return block.kind === "table" ? block : { ...block, text: block.text.replaceAll("|", "\\|") };
}
