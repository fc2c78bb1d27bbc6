import "server-only";
/** The bytes of a page as text, if they are any. */
import { htmlToText, type PageText } from "./html-to-text.ts";

const HTML = /^(text\/html|application\/xhtml\+xml)$/;
const PLAIN =
  /^(text\/[\w.+-]+|application\/([\w.-]+\+)?(json|xml)|application\/(yaml|x-yaml|javascript))$/;

/** @returns null where the content type is not of text */
export function decodePage(contentType: string, body: Buffer): PageText | null {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const isHtml = HTML.test(type) || (type === "" && /^\s*</.test(body.toString("latin1", 0, 64)));
  if (!isHtml && !PLAIN.test(type)) return null;
  const text = decode(body, charsetOf(contentType) ?? (isHtml ? declaredCharset(body) : null));
  return isHtml ? htmlToText(text) : { title: "", text: text.trim(), cut: false };
}

function charsetOf(contentType: string): string | null {
  return /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? null;
}

/** A page may name its character set within its first 1,024 bytes. */
function declaredCharset(body: Buffer): string | null {
  return charsetOf(
    /<meta[^>]{0,200}charset[^>]{0,60}/i.exec(body.toString("latin1", 0, 1_024))?.[0] ?? "",
  );
}

function decode(body: Buffer, charset: string | null): string {
  try {
    return new TextDecoder(charset ?? "utf-8").decode(body);
  } catch {
    return new TextDecoder().decode(body); // a character set that nobody knows
  }
}
