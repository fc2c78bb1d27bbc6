/** Whether an answer may link an address: it was read as it is, or it holds nothing that is private. */
import "server-only";
import { isIPv4 } from "node:net";
import { domainToUnicode } from "node:url";
import { wasMade } from "../../../contracts/model/origin.ts";
import { isKnownAddress, isKnownEmail, isKnownLink } from "../known-address.ts";
import { isPrivateInAddress } from "../private-text.ts";
import type { PromptText } from "../prompt-texts.ts";

/** @param texts of the prompt that is answered */
export function mayLink(address: string, texts: readonly PromptText[]): boolean {
  const [scheme] = SCHEME.exec(address) ?? [];
  const url = URL.parse(address.trim());
  const own = texts.filter(({ origin }) => origin === "person");
  const isPrivate = (said: string) => isPrivateInAddress(said, texts, own);
  // A page may end it earlier, where it can be read.
  if (!url) return scheme === undefined || !isPrivate(address.slice(scheme.length));
  if (!SCHEME.test(url.protocol)) return true;
  // What was put together here proves nothing: the parts of an address may have been private.
  const read = texts.filter(({ origin }) => !wasMade(origin));
  if (isKnownLink(address, read)) return true;
  if (isKnownAddress(address, read)) return !isPrivate(url.hash);
  if (url.protocol === "mailto:" && !url.search && isKnownEmail(url.pathname, read)) return true;
  return !isPrivate(saidBy(url));
}

/** Those that a page links. */
const SCHEME = /^\s*(?:https?|mailto|tel):/i;

function saidBy(url: URL): string {
  const { protocol, username, password, hostname, port, pathname, search, hash } = url;
  if (/^http/.test(protocol))
    return [username, password, chosenIn(hostname), port, pathname, search, hash].join(" ");
  // Any but one plain e-mail address counts whole.
  const [, name, host] = /^mailto:([^@/?#]*)@([a-z\d.-]+)(?=[?#]|$)/i.exec(url.href) ?? [];
  return host === undefined
    ? url.href.slice(protocol.length)
    : [name, chosenIn(host), search, hash].join(" ");
}

/** Not the name that somebody registered: it was there before. Nobody registers each address of a network. */
function chosenIn(host: string): string {
  if (host.startsWith("[") || isIPv4(host)) return host;
  return (domainToUnicode(host) || host).split(".").slice(0, -2).join(" ");
}
