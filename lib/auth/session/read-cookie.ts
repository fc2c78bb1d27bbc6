/** One cookie of a `Cookie` header. */

/** Undefined where there is none, or where it is not percent-encoded well. */
export function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    return percentDecoded(pair.slice(equals + 1).trim());
  }
  return undefined;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
