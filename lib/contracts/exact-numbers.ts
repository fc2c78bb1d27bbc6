/** Keeps numbers of JSON as they were written, also beyond the precision of a double. Pure. */

export type JsonWithRaw = typeof JSON & {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
};

/** For `JSON.parse`, of a value that is only written again. */
export function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === "number" && source !== undefined && String(value) !== source
    ? (JSON as JsonWithRaw).rawJSON(source)
    : value;
}
