/**
 * Keeps server rooms out of browser bundles. Each of their files imports "server-only" first or is plain: it
 * imports only types, zod, and other plain files, so it runs anywhere.
 */

import type { Source } from "../parse-source.ts";
import type { Import } from "../read-imports.ts";

const SERVER_ROOMS = [
  ...["db", "auth", "llm", "prompt", "tools", "agents", "coordinator", "governance", "runs", "ums"],
  "inspector",
].map((room) => `lib/${room}/`);

function beginsServerOnly(source: Source): boolean {
  const [first] = source.body;
  return (
    first !== undefined && source.text.slice(first.start, first.end) === 'import "server-only";'
  );
}

/** Paths of the files that neither import the guard first nor are plain. */
export function findUnguarded(
  sources: ReadonlyMap<string, Source>,
  imports: ReadonlyMap<string, readonly Import[]>,
): string[] {
  const isPlain = (path: string): boolean => {
    const source = sources.get(path);
    if (!source) return path.endsWith(".json");
    if (beginsServerOnly(source)) return false;
    return (imports.get(path) ?? []).every(
      ({ typeOnly, specifier, file }) =>
        typeOnly ||
        specifier === "zod" ||
        specifier === "zod/mini" ||
        (file !== null && isPlain(file)),
    );
  };
  return [...sources]
    .filter(([path]) => SERVER_ROOMS.some((room) => path.startsWith(room)) && path.endsWith(".ts"))
    .filter(([path, source]) => !beginsServerOnly(source) && !isPlain(path))
    .map(([path]) => path);
}
