/** Normalises the names of uploaded files, and encodes them for downloads. */
import { FILE_NAME_MAX_BYTES } from "./limits.ts";

const NAMELESS = "file";
const EXTENSION = /\.[\p{L}\p{N}]{1,16}$/u;
/** Control characters and direction marks, which can disguise an extension. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** No path, no control or direction characters, NFC, at most 255 bytes of UTF-8; the extension is kept. */
export function normaliseFileName(given: string): string {
  const visible = given.toWellFormed().replace(INVISIBLE, "").normalize("NFC");
  const [name = ""] = visible.split(/[/\\]/).slice(-1);
  const trimmed = name.trim();
  if (/^\.*$/.test(trimmed)) return NAMELESS;
  const extension = EXTENSION.exec(trimmed)?.[0] ?? "";
  const stem = trimmed.slice(0, trimmed.length - extension.length);
  const kept = cut(stem, FILE_NAME_MAX_BYTES - Buffer.byteLength(extension)) + extension;
  return kept.trimEnd();
}

/** Needs no encoding, so that programs that know no RFC 8187 find the name, too. */
const PLAIN = /^[\w-]+(?:\.[\w-]+)*$/;

/** The Content-Disposition of a download (RFC 6266), percent-encoded as in RFC 8187 where it must be. */
export function contentDisposition(name: string): string {
  if (PLAIN.test(name)) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** Cuts at a character boundary. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let kept = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept;
}
