/** Embeds texts for the search of documents, masked like a prompt. It takes no prompt and no memory. */
import "server-only";
import { sanitise } from "../hidden-state/sanitise.ts";
import { embed } from "../llm/embed.ts";

/** One vector per text, in order. @throws if the endpoint has no embeddings */
export function embedTexts(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
  return embed(
    texts.map((text) => sanitise(text).value),
    signal,
  );
}
