/** Whether an address was read, or made up: one that is made up can carry away what the model knows. */
import "server-only";
import { withoutEnd } from "../../contracts/tools/without-end.ts";
import type { PromptText } from "./prompt-texts.ts";

/**
 * Letter by letter, as it would be asked for: a choice of capitals, escapes or slashes carries something away, too. Only the
 * part behind `#` never leaves.
 *
 * @param texts the person's words, search results and opened pages
 * @returns true if the whole address stands in one of them, or without `https://`; not where a result only says again what its
 *   call said
 */
export function isKnownAddress(address: string, texts: readonly PromptText[]): boolean {
  return stands(addressForm(address)?.opened, texts);
}

/** As `isKnownAddress`, with the part behind `#`: the page that a person opens can read it. */
export function isKnownLink(address: string, texts: readonly PromptText[]): boolean {
  return stands(addressForm(address)?.whole, texts);
}

const stands = (wanted: string | undefined, texts: readonly PromptText[]) =>
  wanted !== undefined && texts.some((text) => readIn(text).has(wanted));

/** @param email `name@host`, as it would be written to */
export function isKnownEmail(email: string, texts: readonly PromptText[]): boolean {
  const wanted = email.toLowerCase();
  const isIn = (text: string) => emailsIn(text).has(wanted);
  return texts.some(({ text, asked }) => isIn(text) && !isIn(asked));
}

const emailsIn = (text: string): ReadonlySet<string> =>
  new Set(text.includes("@") ? text.toLowerCase().match(EMAIL) : []);

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+/g;

/** Null for what is no address of the web. */
function addressForm(address: string): { opened: string; whole: string } | null {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const opened = `${url.protocol}//${url.host}${url.pathname}${url.search}`;
  return { opened, whole: `${opened}${url.hash}` };
}

const known = new WeakMap<PromptText, ReadonlySet<string>>();

function readIn(text: PromptText): ReadonlySet<string> {
  const found = known.get(text) ?? addressesIn(text.text).difference(addressesIn(text.asked));
  known.set(text, found);
  return found;
}

function addressesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [written] of text.replaceAll("\\/", "/").matchAll(WRITTEN)) {
    const whole = /^https?:/i.test(written)
      ? [written]
      : [`https://${written}`, `http://${written}`];
    for (const one of whole.flatMap(ends)) {
      const form = addressForm(one);
      if (form !== null) found.add(form.opened).add(form.whole);
    }
  }
  return found;
}

/** With a scheme, or a host with a dot in it. */
const WRITTEN =
  /https?:\/\/[^\s<>"'`{}|\\^]+|(?<![\p{L}\p{N}@._/-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:\/[^\s<>"'`{}|\\^]*)?/giu;

/** An address ends before the marks of a sentence, or with them. */
function ends(written: string): string[] {
  const bare = withoutEnd(written, ".,;:!?)]*_~");
  const closed = /\(/.test(bare) && written[bare.length] === ")" ? [`${bare})`] : [];
  const plain = [written, bare, ...closed];
  return [...new Set([...plain, ...plain.map((one) => one.replaceAll("&amp;", "&"))])];
}
