import "server-only";
/** The way to embeddings for the search of documents: texts go in, no prompt and no memory. */
import { embed } from "../llm/embed.ts";

/** One vector a text, in their order. @throws where the endpoint has none */
export const embedTexts = embed;
