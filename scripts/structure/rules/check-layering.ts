/** Finds imports that the table of rooms does not allow, and import cycles. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../setup/paths.ts";
import type { Import } from "../read-imports.ts";

/** Files in the root folder that count as part of `app`. */
const WIRING = new Set(["instrumentation.ts"]);

/** The room of a file; null for scripts, browser tests, benchmarks and configuration. */
export function roomOf(path: string): string | null {
  if (WIRING.has(path) || path.startsWith("app/")) return "app";
  return /^(?:lib|components)\/[^/]+/.exec(path)?.[0] ?? null;
}

/**
 * @param path of the importing file
 * @returns why the import is refused, or null
 */
export function refuseImport(path: string, wanted: Import, rooms: readonly Room[]): string | null {
  const from = roomOf(path);
  if (from === null || wanted.file === null) return null;
  const to = roomOf(wanted.file);
  if (from === to) return null;
  const room = rooms.find(({ name }) => name === from);
  if (!room) return `${from} is not in docs/rooms.md`;
  if (to === null) return isData(wanted.file) ? null : `${from} may not import ${wanted.file}`;
  const target = rooms.find(({ name }) => name === to);
  if (!target) return `${to} is not in docs/rooms.md`;
  if (isAllowed(room, target, wanted)) return null;
  return `${from} may not import ${wanted.typeOnly ? "types of " : ""}${to}`;
}

function isData(file: string): boolean {
  return file.endsWith(".json");
}

/** An explicit permission wins over a `not`; a `not` wins over `leaves` and `everything`. */
function isAllowed(room: Room, to: Room, wanted: Import): boolean {
  const matches = (target: string) => isIn(target, room.name, to.name, wanted.file ?? "");
  const permission = room.allowed.find(({ target }) => matches(target));
  if (permission) return permits(permission, wanted);
  return (room.everything || to.isLeaf) && !room.not.some(matches);
}

function permits({ typesOnly }: Permission, { typeOnly }: Import): boolean {
  return typeOnly || !typesOnly;
}

/** Whether `target`, an entry of the table, names the file or its room. */
function isIn(target: string, from: string, to: string, file: string): boolean {
  if (target.endsWith(".ts")) return file === `lib/${target}`;
  if (from.startsWith("components/") && to === `components/${target}`) return true;
  return (
    to === `lib/${target}` ||
    to === target ||
    (target === "components" && to.startsWith("components/"))
  );
}

/**
 * @param edges successors of each node
 * @returns one cycle, which ends with its first node again; null for none
 */
export function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): string[] | null => {
    const at = path.indexOf(node);
    if (at >= 0) return [...path.slice(at), node];
    if (done.has(node)) return null;
    path.push(node);
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(node);
    return null;
  };
  for (const node of edges.keys()) {
    const cycle = visit(node);
    if (cycle) return cycle;
  }
  return null;
}

// Reads the table of docs/rooms.md. Its third column lists what a room may import besides the leaves:
// `access` (a room of lib, or another of components), `llm (types)`, `llm/describe-model.ts` (one file), `leaves`,
// `everything`, `not prompt`, or `–` for nothing.

type Permission = { target: string; typesOnly: boolean };

type Room = {
  /** `lib/db`, `components/chat`, `app`. */
  name: string;
  isLeaf: boolean;
  everything: boolean;
  not: readonly string[];
  allowed: readonly Permission[];
};

/** @throws Error for a line that does not have the form above */
export function readRooms(): Room[] {
  return parseRooms(readFileSync(join(ROOT, "docs/rooms.md"), "utf8"));
}

export function parseRooms(markdown: string): Room[] {
  const rows = markdown.split("\n").filter((line) => line.startsWith("| `"));
  const parsed = rows.flatMap((row) => {
    const [rooms = "", , column = ""] = row
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    const names = [...rooms.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
    return names.map((name) => parseRoom(name, column));
  });
  const twice = parsed.find((room, index) =>
    parsed.some(({ name }, at) => at < index && name === room.name),
  );
  if (twice) throw new Error(`docs/rooms.md names ${twice.name} twice.`);
  return parsed;
}

function parseRoom(name: string, column: string): Room {
  const items = column.replaceAll("`", "").split(",");
  const room = {
    name,
    isLeaf: false,
    everything: false,
    not: [] as string[],
    allowed: [] as Permission[],
  };
  for (const item of items.map((each) => each.trim())) {
    const word = /^(?:(not) )?([\w./-]+)(?: \((types)\))?$/.exec(item);
    if (item === "–") continue;
    if (item === "leaves") room.isLeaf = true;
    else if (item === "everything") room.everything = true;
    else if (!word?.[2]) throw new Error(`docs/rooms.md, ${name}: "${item}" is not understood.`);
    else if (word[1]) room.not.push(word[2]);
    else room.allowed.push({ target: word[2], typesOnly: word[3] !== undefined });
  }
  return room;
}
