import "server-only";

/** A schema that leads back to itself before it has looked at anything would never come to an end. */

const LISTS = ["anyOf", "oneOf", "allOf"];

/** @throws Error where a value could be checked for ever */
export function refuseEndlessSchema(root: Record<string, unknown>): void {
  const isKnownToEnd = new Set<unknown>();
  const follow = (node: unknown, above: ReadonlySet<unknown>): void => {
    if (!isRecord(node) || isKnownToEnd.has(node)) return;
    if (above.has(node)) throw new Error("its schema refers to itself without end");
    const below = new Set([...above, node]);
    for (const next of alternativesOf(root, node)) follow(next, below);
    isKnownToEnd.add(node);
  };
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    follow(node, new Set());
    for (const value of Object.values(node)) visit(value);
  };
  visit(root);
}

/** The schemas that the same value is checked with. */
function alternativesOf(root: Record<string, unknown>, node: Record<string, unknown>): unknown[] {
  const lists = LISTS.flatMap((keyword) => (Array.isArray(node[keyword]) ? node[keyword] : []));
  return typeof node.$ref === "string" ? [...lists, resolve(root, node.$ref)] : lists;
}

/** A JSON pointer as a fragment: `#`, `#/$defs/name`. */
function resolve(root: Record<string, unknown>, reference: string): unknown {
  let found: unknown = root;
  for (const part of reference.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    found = isRecord(found) || Array.isArray(found) ? Reflect.get(found, key) : undefined;
  }
  return found;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
