/** The encoding of a text file, as a parameter of its media type (RFC 2046, 4.1.2): `text/csv;charset=windows-1250`. */

/** @returns a label of the Encoding Standard; null where none is written down, which is UTF-8 and all that is no text */
export function charsetOf(mediaType: string): string | null {
  return /;\s*charset=([\w-]{1,40})/i.exec(mediaType)?.[1]?.toLowerCase() ?? null;
}

export function withoutCharset(mediaType: string): string {
  return mediaType.split(";", 1)[0]?.trim() ?? "";
}

export function withCharset(mediaType: string, charset: string): string {
  return `${withoutCharset(mediaType)};charset=${charset}`;
}

/** What is read in some encoding, and not by a program's own format. */
export function isText(mediaType: string): boolean {
  const plain = withoutCharset(mediaType);
  return plain.startsWith("text/") || plain === "application/json";
}
