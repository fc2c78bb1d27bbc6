/** Parses source files into syntax trees. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vitest/node";
import { ROOT } from "../setup/paths.ts";

/** A node of the syntax tree (ESTree with TypeScript's additions). */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

export type Source = { path: string; text: string; body: readonly Node[] };

/** Parsing all files takes seconds, and the structure tests of a process share what was parsed. */
const parsed = new Map<string, Source>();

/** @param path from the root */
export function readSource(path: string): Source {
  const known = parsed.get(path);
  if (known) return known;
  const source = parseSource(path, readFileSync(join(ROOT, path), "utf8"));
  parsed.set(path, source);
  return source;
}

export function parseSource(path: string, text: string): Source {
  const lang = path.endsWith(".tsx") ? "tsx" : path.endsWith(".mjs") ? "js" : "ts";
  const program = parseAst(text, { lang }) as unknown as { body: readonly Node[] };
  return { path, text, body: program.body };
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Calls `visit` for a node and its descendants, parents first. */
export function walk(node: Node, visit: (node: Node, parent: Node | null) => void): void {
  const below = (current: Node, parent: Node | null) => {
    visit(current, parent);
    for (const value of Object.values(current)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) below(child, current);
      }
    }
  };
  below(node, null);
}

/** The line of an offset, counted from 1. */
export function lineAt(source: Source, offset: number): number {
  return source.text.slice(0, offset).split("\n").length;
}
