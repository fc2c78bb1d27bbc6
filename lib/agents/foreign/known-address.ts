/** Whether an address was read, or made up: one that is made up can carry away what the model knows. */
import "server-only";
import { plain } from "./prompt-texts.ts";

/**
 * @param texts the person's words, search results and opened pages
 * @returns true if the whole address stands in one of them; scheme, `www.`, fragment and a last slash do not count
 */
export function isKnownAddress(address: string, texts: readonly { plain: string }[]): boolean {
  const wanted = addressForm(address);
  return wanted !== null && texts.some((text) => holdsAddress(text.plain, wanted));
}

/** Null for what is no address of the web. */
function addressForm(address: string): string | null {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return bare(`${url.host}${url.pathname}${url.search}`);
}

const bare = (address: string) =>
  plain(address)
    .replace(/^www\./, "")
    .replace(/\/+$/, "");

/** Written in whole: neither before nor after it does an address go on. */
function holdsAddress(text: string, wanted: string): boolean {
  for (const form of forms(wanted)) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
      const before = text.slice(Math.max(0, at - 12), at);
      if (BEGINS.test(before) && ENDS.test(text.slice(at + form.length))) return true;
    }
  }
  return false;
}

/** As an address is read, and as it was written: with escapes or without. */
function forms(wanted: string): readonly string[] {
  try {
    return [...new Set([wanted, bare(decodeURI(wanted))])];
  } catch {
    return [wanted];
  }
}

const BEGINS = /(?:^|[^\p{L}\p{N}@._/-]|https?:\/\/)(?:www\.)?$/u;
/** A mark of the sentence may follow, and what brackets or quotes an address. */
const ENDS = /^(?:\/?(?:#[^\s"'<>)\]]*)?)(?:$|[\s"'<>)\]}|*`,]|[.!?;:](?:$|[\s"'<>)\]}]))/u;
