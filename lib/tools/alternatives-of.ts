/** Which schemas of a JSON schema apply to one value. */
import "server-only";
import { isRecord } from "../contracts/read-json.ts";

const LISTS = ["anyOf", "oneOf", "allOf"];

/** Those that a schema names for the same value as itself. */
export function alternativesOf(
  root: Record<string, unknown>,
  node: Record<string, unknown>,
): unknown[] {
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
