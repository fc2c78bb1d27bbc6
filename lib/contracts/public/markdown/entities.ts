/** Decodes character references of HTML: `&amp;`, `&#39;`, `&rarr;`. Pure. */
import { decodeEntity } from "#decode-entity";

const REFERENCE = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});/g;

/** Unknown names, and those without a semicolon, stay as written. */
export function decodeEntities(text: string): string {
  return text.includes("&") ? text.replace(REFERENCE, (one) => decodeEntity(one)) : text;
}
