/** Whether an answer may link an address: it was read as it is, or it holds nothing that is private. */
import "server-only";
import { wasMade } from "../../../contracts/model/origin.ts";
import { isKnownAddress, isKnownEmail } from "../known-address.ts";
import { isPrivateInAddress } from "../private-text.ts";
import type { PromptText } from "../prompt-texts.ts";

/** @param texts of the prompt that is answered */
export function mayLink(address: string, texts: readonly PromptText[]): boolean {
  const url = URL.parse(address.trim());
  if (!url || !SCHEMES.test(url.protocol)) return true;
  // What was put together here proves nothing: the parts of an address may have been private.
  const read = texts.filter(({ origin }) => !wasMade(origin));
  if (isKnownAddress(address, read)) return true;
  if (url.protocol === "mailto:" && !url.search && isKnownEmail(url.pathname, read)) return true;
  const own = texts.filter(({ origin }) => origin === "person");
  return !isPrivateInAddress(saidBy(url), texts, own);
}

/** Those that a page links. */
const SCHEMES = /^(?:https?|mailto|tel):$/;

/** Not the name that somebody registered: it was there before. */
function saidBy({ username, password, hostname, pathname, search, hash }: URL): string {
  const [name, at = ""] = pathname.split("@", 2);
  const chosen = `${hostname || at}`.split(".").slice(0, -2);
  return [username, password, ...chosen, hostname ? pathname : name, search, hash].join(" ");
}
