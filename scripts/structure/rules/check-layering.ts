/** Finds imports that the table of rooms does not allow, and circles among rooms. */
import type { Import } from "../read-imports.ts";
import type { Permission, Room } from "../read-rooms.ts";

/** Files of the root that wire the application like `app` does. */
const WIRING = new Set(["instrumentation.ts"]);

/** The room of a file, or null where the table has none: scripts, browser tests, benchmarks, settings of tools. */
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

/** One file that is named weighs more than a room that is excepted; that weighs more than leaves and everything. */
function isAllowed(room: Room, to: Room, wanted: Import): boolean {
  const matches = (target: string) => isIn(target, room.name, to.name, wanted.file ?? "");
  const permission = room.allowed.find(({ target }) => matches(target));
  if (permission) return permits(permission, wanted);
  return (room.everything || to.isLeaf) && !room.not.some(matches);
}

function permits({ typesOnly }: Permission, { typeOnly }: Import): boolean {
  return typeOnly || !typesOnly;
}

/** Whether `target`, as the table writes it, means the file or the room that it lies in. */
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
 * @param edges from each node to those it leads to
 * @returns one circle, its first node again at its end, or null
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
