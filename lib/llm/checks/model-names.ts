/** Compares the name of a model with the names in a server's list. */
import "server-only";
import { isRecord, textOf } from "../../contracts/read-json.ts";
import { NAMED_MODELS_MAX } from "../limits.ts";

/**
 * @param text the answer as it came: a list that was too long to be read whole gives its first names
 * @returns null where the answer is no list of models
 */
export function readModelList(body: unknown, text: string): string[] | null {
  const list = isRecord(body) ? (body.data ?? body.models) : body;
  if (body === undefined && /^\s*(\{[^[]*)?\[\s*\{/.test(text))
    return [...text.matchAll(/"id"\s*:\s*"([^"\\]{1,200})"/g)].map(([, id]) => id ?? "");
  if (!Array.isArray(list)) return null;
  return list
    .map((each) => (isRecord(each) ? textOf(each.id) || textOf(each.name) : textOf(each)))
    .filter((name) => name !== "");
}

/** Servers answer to more names than they list: without `:latest`, a date, `models/`, or OpenRouter's variants. */
export function isListed(model: string, names: readonly string[]): boolean {
  const wanted = plainName(model);
  return names.some((name) => {
    const known = plainName(name);
    if (known === wanted) return true;
    return /^-\d{4}(-?\d{2}){0,2}$/.test(
      known.startsWith(wanted) ? known.slice(wanted.length) : "",
    );
  });
}

function plainName(name: string): string {
  return name
    .replace(/^models\//, "")
    .replace(/:(latest|free|online|nitro|floor|extended|thinking|exacto)$/, "")
    .toLowerCase();
}

/** The names of a list that are most like the wanted one. */
export function nearestNames(model: string, names: readonly string[]): string[] {
  const distances = new Map(names.map((name) => [name, distanceOf(model, name)]));
  return names
    .toSorted((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0))
    .slice(0, NAMED_MODELS_MAX);
}

/** The number of edits that lead from one name to the other (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = (row[at] ?? 0) + (letter === other[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
