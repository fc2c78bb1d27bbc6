import "server-only";
/** Resolves a JSON pointer (RFC 6901). Pure. */

/** @returns undefined where there is no value; `-` points behind a list's end */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) {
      return undefined;
    }
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
