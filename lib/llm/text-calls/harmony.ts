/** The headers of Harmony, in which gpt-oss names the channel of a message, and the tool that it is for. Pure. */
import "server-only";
import { HEADER_MAX_CHARS } from "../limits.ts";
import { is, MORE, NOT, type Seen } from "./read-forward.ts";

export type Harmony = { channel: string; tool: string | null };

const HEADER =
  /(?:<\|start\|>\s*\w*(?:\s+to=([\w.:/-]+))?\s*)?<\|channel\|>\s*(\w+)\s*(?:to=([\w.:/-]+))?\s*(?:<\|constrain\|>)?\s*\w*\s*<\|message\|>/y;
const BEGINS = /^<\|(?:start\|>\s*assistant|channel\|>\s*(?:analysis|commentary|final))\b/;
/** What a header may be before all of it is there. */
const OPEN =
  /^<\|(?:start|channel)\|>\s*(?:[a-z]*|(?:assistant|analysis|commentary|final)(?:[\w\s=.:/-]|<\|(?:channel|constrain)\|>)*(?:<[|\w]*)?)$/;

export function seeHarmony(text: string, at: number): Seen<Harmony> {
  HEADER.lastIndex = at;
  const header = HEADER.exec(text);
  if (header) {
    const [whole, before, channel = "", behind] = header;
    return is({ channel, tool: behind ?? before ?? null }, at + whole.length);
  }
  const there = text.slice(at, at + HEADER_MAX_CHARS);
  return at + there.length === text.length && OPEN.test(there) ? MORE : NOT;
}

/** Whether a text that ends here ends in a header. */
export function isCutHeader(text: string): boolean {
  return BEGINS.test(text) && OPEN.test(text.slice(0, HEADER_MAX_CHARS));
}

/** Where a message of Harmony ends: at the next token, or with the text. */
export function endOfMessage(text: string, at: number): number {
  const found = text.slice(at).search(/<\|(?:end|start|return|call|channel)\|>/);
  return found < 0 ? -1 : at + found;
}
