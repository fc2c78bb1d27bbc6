/** Whether an answer may link an address: it was read as it is, or it holds nothing that is private. */
import "server-only";
import { isKnownAddress } from "./known-address.ts";
import { isPrivateInAddress } from "./private-text.ts";
import type { PromptText } from "./prompt-texts.ts";

/** @param texts of the prompt that is answered */
export function mayLink(address: string, texts: readonly PromptText[]): boolean {
  const url = URL.parse(address.trim());
  if (!url || !/^(?:https?|mailto):$/.test(url.protocol)) return true;
  if (isKnownAddress(address, texts)) return true;
  const said = `${url.pathname} ${url.search} ${url.hash} ${url.protocol === "mailto:" ? "" : url.host}`;
  const own = texts.filter(({ origin }) => origin === "person");
  return !isPrivateInAddress(said, texts, own);
}
