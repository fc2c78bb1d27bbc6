/** One header off anything that holds headers. */

/** Node's `IncomingHttpHeaders`, a plain object of any case, or a WHATWG `Headers`. */
export type HeaderSource =
  | Pick<Headers, "get">
  | Readonly<Record<string, string | readonly string[] | null | undefined>>;

function hasGet(headers: object): headers is Pick<Headers, "get"> {
  return "get" in headers && typeof headers.get === "function";
}

/** The value, the first one of several, or undefined where there is none. Names are compared without case. */
export function readHeader(headers: HeaderSource, name: string): string | undefined {
  if (hasGet(headers)) return headers.get(name) ?? undefined;
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() !== name) continue;
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === "string") return first;
  }
  return undefined;
}
