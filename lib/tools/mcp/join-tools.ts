import "server-only";
/** An agent's own tools and the foreign ones as one list, the same list for the same two. */
import type { Tool } from "../tool.ts";

const joined = new WeakMap<readonly Tool[], WeakMap<readonly Tool[], readonly Tool[]>>();

/** Own tools win where a name is taken. */
export function joinTools(own: readonly Tool[], foreign: readonly Tool[]): readonly Tool[] {
  if (foreign.length === 0) return own;
  const byForeign = joined.get(own) ?? new WeakMap<readonly Tool[], readonly Tool[]>();
  joined.set(own, byForeign);
  const known = byForeign.get(foreign);
  if (known) return known;
  const names = new Set(own.map((tool) => tool.name));
  const list = [...own, ...foreign.filter((tool) => !names.has(tool.name))];
  byForeign.set(foreign, list);
  return list;
}
