/** Reads requests for the web: a search in a few words, or one page by its address. */
import { QUERY_MAX_CHARS } from "../limits.ts";

const ADDRESS = /\b(?:https?:\/\/|local:)[^\s<>"')\]]+/i;
const ABOUT_WEATHER =
  /\b(weather|forecast|temperature|climate|rain(?:ing|y)?|snow(?:ing)?|sunny|umbrella)\b/i;
const SEARCH =
  /\b(?:search|look|google|browse)\s+(?:(?:up|for|on|in|the|a|web|internet|online|and|tell|me)\s+)*(?:for\s+)?(.+)/i;
const NEWS = /\b(?:news|headlines)\b/i;
const QUESTION =
  /^\W*(?:(?:please|and|so|hey|hi|hello)\W+)*(?:(?:can|could) you (?:please )?)?(?:tell me|explain|what(?:'s|’s| is| are| was| were| does)|who(?:'s|’s| is| are| was| were)|where(?:'s|’s| is| are| was)|when(?:'s|’s| is| did| was)|why|how (?:does|do|did|is|are|far|fast|big|tall|old|long|can|to))\b/i;
const AND_THERE =
  /^\W*(?:(?:[Aa]nd|[Ww]hat about|[Hh]ow about|[Nn]ow)\s+(?:(?:what|how) about\s+)?(?:in|for|of)?|[Ii]n|[Ff]or)\s*(\p{Lu}[\p{L}\s-]*?)\W*$/u;

export type WebRequest = {
  query: string;
  /** False for a plain question that the web may answer. */
  isExplicit: boolean;
};

export function readAddress(text: string): string | null {
  return ADDRESS.exec(text)?.[0].replace(/[.,;:!?]+$/, "") ?? null;
}

/** @returns null where the text asks for no search */
export function readWebRequest(text: string): WebRequest | null {
  if (ABOUT_WEATHER.test(text) || NEWS.test(text))
    return { query: keyWords(text), isExplicit: true };
  const wanted =
    /^\W*(?:(?:please|can you|could you)\s+)*(?:search|look up|look on the web|google)\b/i.test(
      text,
    )
      ? SEARCH.exec(text)?.[1]
      : /\bon the (?:web|internet)\b|\bonline\b/i.test(text)
        ? text.replace(/\bon the (?:web|internet)\b|\bonline\b/gi, "")
        : undefined;
  if (wanted) return { query: keyWords(wanted), isExplicit: true };
  return QUESTION.test(text) ? { query: keyWords(text), isExplicit: false } : null;
}

/** "And in London?", or what a plan leaves of it, "In London?": the earlier search with another place. */
export function searchElsewhere(text: string, earlierQuery: string): string | null {
  const place = AND_THERE.exec(text.trim())?.[1];
  const old = earlierQuery.match(/\p{Lu}[\p{L}-]*(?:\s+\p{Lu}[\p{L}-]*)*/gu)?.at(-1);
  if (!place || !old) return null;
  return earlierQuery.replace(old, place.trim());
}

const EMPTY =
  /\b(?:please|can you|could you|tell me|explain|what(?:'s|’s)?|who(?:'s|’s)?|where(?:'s|’s)?|when|why|how|is|are|was|were|do|does|did|the|a|an|like|about|it|today|right now|now|me|i|will|going to be)\b/gi;

function keyWords(text: string): string {
  const few = text
    .replace(EMPTY, " ")
    .replace(/[^\p{L}\p{N}.+#'°-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.'-]+$/, "");
  return (few || text.trim()).slice(0, QUERY_MAX_CHARS);
}
