/** What servers send beside the text: pages that they name (OpenAI, OpenRouter, Perplexity, xAI), and pictures (OpenRouter). Pure. */
import "server-only";
import { isRecord, textOf } from "../../contracts/read-json.ts";
import { ANNOTATIONS_MAX, ANSWER_PICTURES_MAX, PICTURE_ADDRESS_MAX_CHARS } from "../limits.ts";
import type { ModelAnnotation } from "../model-types.ts";

/** Adds the pages of a chunk or its message to those that are known, in order, each address once. */
export function foldAnnotations(
  known: ModelAnnotation[],
  { annotations, search_results: results, citations }: Record<string, unknown>,
): void {
  for (const one of [annotations, results, citations].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )) {
    const page = toPage(one);
    if (page === null) continue;
    const before = known.find(({ address }) => address === page.address);
    if (before) before.title ||= page.title;
    else if (known.length < ANNOTATIONS_MAX) known.push(page);
  }
}

/** `{type: "url_citation", url_citation: {url, title}}`, the same without the inner object, or an address alone. */
function toPage(given: unknown): ModelAnnotation | null {
  const one = isRecord(given) && isRecord(given.url_citation) ? given.url_citation : given;
  const [address, title] = isRecord(one) ? [textOf(one.url), textOf(one.title)] : [textOf(one), ""];
  return /^https?:\/\//i.test(address) ? { address, title } : null;
}

/**
 * Adds the pictures of a message, or of the parts of its content: `{type: "image_url", image_url: {url}}`. Each once. One at an
 * address of the web is never fetched: a model may not make this server ask anybody.
 */
export function foldPictures(known: string[], { images, content }: Record<string, unknown>): void {
  for (const one of [images, content].flatMap((list) => (Array.isArray(list) ? list : []))) {
    const inner = isRecord(one) ? (one.image_url ?? one.url) : undefined;
    const url = isRecord(inner) ? textOf(inner.url) : textOf(inner);
    const isPicture = /^data:image\//i.test(url) || isWebAddress(url);
    const isNew = isPicture && !known.includes(url);
    if (isNew && known.length < ANSWER_PICTURES_MAX) known.push(url);
  }
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && url.length <= PICTURE_ADDRESS_MAX_CHARS && URL.canParse(url);
}
