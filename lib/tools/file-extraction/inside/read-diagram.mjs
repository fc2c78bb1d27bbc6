/** The text of a diagram (SmartArt) as an outline (ECMA-376, part 1, 21.4). */
import { child, descendants, elements, textOf, value } from "./read-tree.mjs";

const DEPTH_MAX = 20;
const NOTHING = { children: [] };

/**
 * @param tree of the part with the diagram's data; null where there is none
 * @returns lines such as `- Plan` and, one level below, `  - Draft`
 */
export function readDiagram(tree) {
  const model = tree && child(tree, "dataModel");
  if (!model) return [];
  const { texts, root } = readPoints(child(model, "ptLst") ?? NOTHING);
  const below = readConnections(child(model, "cxnLst") ?? NOTHING);
  const lines = [];
  const seen = new Set();
  const write = (id, depth) => {
    if (seen.has(id) || !texts.has(id)) return;
    seen.add(id);
    const text = texts.get(id);
    if (text !== "") lines.push(`${"  ".repeat(depth)}- ${text}`);
    writeBelow(id, text === "" ? depth : depth + 1);
  };
  const writeBelow = (id, depth) => {
    if (depth > DEPTH_MAX) return;
    for (const next of below.get(id) ?? []) write(next, depth);
  };
  writeBelow(root, 0);
  // What no connection leads to is still text of the diagram.
  for (const id of texts.keys()) write(id, 0);
  return lines;
}

/** Points of the text; others are for the layout. */
function readPoints(list) {
  const texts = new Map();
  let root;
  for (const point of elements(list)) {
    const id = value(point, "modelId");
    const type = value(point, "type") ?? "node";
    if (type === "doc") root = id;
    if (type === "node" || type === "asst") texts.set(id, readText(child(point, "t")));
  }
  return { texts, root };
}

/** From each point to those below it, in their order. */
function readConnections(list) {
  const found = new Map();
  for (const one of elements(list)) {
    if (one.tag !== "cxn" || (value(one, "type") ?? "parOf") !== "parOf") continue;
    const from = value(one, "srcId");
    const order = Number(value(one, "srcOrd") ?? 0);
    found.set(from, [...(found.get(from) ?? []), { id: value(one, "destId"), order }]);
  }
  for (const [from, to] of found)
    found.set(
      from,
      to.toSorted((one, other) => one.order - other.order).map(({ id }) => id),
    );
  return found;
}

function readText(body) {
  return (body ? elements(body) : [])
    .filter(({ tag }) => tag === "p")
    .map((paragraph) => [...descendants(paragraph, "t")].map(textOf).join("").trim())
    .filter(Boolean)
    .join(" / ");
}
