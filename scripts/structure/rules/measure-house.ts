/** Measures how the product's files hang together: files with one user, circles, arrows up between the folders of lib/db. */

/** What each file imports, types and `import()` included; keys are the files of the product. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Next wants these apart, and imports them itself. */
const ROUTE =
  /^app\/(?:.*\/)?(?:page|layout|route|error|global-error|not-found|loading|icon|manifest)\.tsx?$/;

/** Files that exactly one other file of the product imports, each with that user. Routes do not count. */
export function findOneUserFiles(imports: Imports): { file: string; user: string }[] {
  const users = new Map<string, Set<string>>();
  for (const [from, targets] of imports) {
    for (const file of targets) {
      if (file === from || !imports.has(file)) continue;
      users.set(file, (users.get(file) ?? new Set()).add(from));
    }
  }
  return [...users].flatMap(([file, [user = "", ...others]]) =>
    others.length === 0 && !ROUTE.test(file) ? [{ file, user }] : [],
  );
}

/** The files of which the share of one-user files is taken. */
export function countedFiles(imports: Imports): string[] {
  return [...imports.keys()].filter((file) => !ROUTE.test(file));
}

/** Groups of files that import each other in a circle (strongly connected components, after Tarjan 1972). */
export function findCircles(imports: Imports): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    low.set(file, own);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (next === file || !imports.has(next)) continue;
      if (!index.has(next)) low.set(file, Math.min(low.get(file) ?? own, visit(next)));
      else if (stack.includes(next))
        low.set(file, Math.min(low.get(file) ?? own, index.get(next) ?? own));
    }
    const lowest = low.get(file) ?? own;
    if (lowest === own) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return lowest;
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return circles;
}

/** The folders of lib/db from the top down: a file imports from its own folder, from those below it and from lib/db itself. */
export const DB_FLOORS = [
  "shares",
  "accounts",
  "conversations",
  "models",
  "looks",
  "erasure",
  "search",
  "review",
  "inspector",
  "runs",
  "ums",
  "turns",
  "passages",
  "attachments",
  "policies",
  "instances",
  "audit",
  "limits",
];

/** Imports of lib/db from a lower folder, or from lib/db itself, into a higher one. */
export function findArrowsUp(imports: Imports): string[] {
  const arrows: string[] = [];
  for (const [from, targets] of imports) {
    for (const to of targets) {
      const [lower, upper] = [floorOf(from), floorOf(to)];
      if (lower !== null && upper !== null && lower > upper) arrows.push(`${from} -> ${to}`);
    }
  }
  return arrows;
}

function floorOf(file: string): number | null {
  if (!file.startsWith("lib/db/") || file.startsWith("lib/db/generated/")) return null;
  const folder = /^lib\/db\/([^/]+)\//.exec(file)?.[1];
  if (folder === undefined) return DB_FLOORS.length;
  const floor = DB_FLOORS.indexOf(folder);
  return floor < 0 ? null : floor;
}
