/** A part of an Office document as a tree of elements, by their names without the prefix. */
import { ZipRefused } from "./open-zip.mjs";

/** Nested elements. Word itself writes some forty. */
const DEPTH_MAX = 400;
const NODES_MAX = 3_000_000;
/** Elements whose text is text; elsewhere there are only line ends of the XML. */
const TEXTS = new Set(["t", "delText", "text"]);

/**
 * @param files of `openPackage`
 * @returns the root `{tag, attributes, children}`, or null where there is no such part
 * @throws ZipRefused
 */
export function readTree(files, part) {
  const root = { tag: "", attributes: {}, children: [] };
  const stack = [root];
  let count = 0;
  const isThere = files.parse(part, {
    open(tag, attributes) {
      count += 1;
      if (count > NODES_MAX) throw new ZipRefused("too-big");
      if (stack.length > DEPTH_MAX) throw new ZipRefused("damaged");
      const node = { tag, attributes, children: [] };
      stack.at(-1).children.push(node);
      stack.push(node);
    },
    text(piece) {
      const node = stack.at(-1);
      if (TEXTS.has(node.tag)) node.children.push(piece);
    },
    close() {
      stack.pop();
    },
  });
  return isThere ? root : null;
}

export function elements({ children }) {
  return children.filter((child) => typeof child !== "string");
}

export function child(node, tag) {
  return node?.children.find((one) => one.tag === tag);
}

/** The element at a path of names, or undefined. */
export function at(node, ...path) {
  return path.reduce((found, tag) => child(found, tag), node);
}

/** An attribute by its name, with or without a prefix. */
export function value(node, name) {
  if (!node) return undefined;
  const { attributes } = node;
  for (const key in attributes)
    if (key === name || key.endsWith(`:${name}`)) return attributes[key];
  return undefined;
}

/** A switch such as `<w:vanish/>`: undefined where it is not set. */
export function isOn(node) {
  return node && !["0", "false", "off"].includes(value(node, "val"));
}

/** All elements of this name below a node, in order. */
export function* descendants(node, tag) {
  for (const one of elements(node)) {
    if (one.tag === tag) yield one;
    yield* descendants(one, tag);
  }
}

export function textOf(node) {
  return node.children.map((one) => (typeof one === "string" ? one : textOf(one))).join("");
}
