/** Embeds texts for the search of documents. It takes no prompt and no memory. */
import "server-only";
import { embed } from "../llm/embed.ts";

/** One vector per text, in order. @throws if the endpoint has no embeddings */
export const embedTexts = embed;
