import "server-only";
/** Embeddings, where the model's endpoint has them. One that has none is asked once per process. */
import { APIError } from "openai";
import { settings } from "../env/settings.ts";
import { createOpenAiClient } from "./openai-client.ts";

const KEY = Symbol.for("halfsilver.embeddings-missing");
const store = globalThis as { [KEY]?: true };

/**
 * One vector a text, in their order.
 * @throws where the endpoint has no embeddings, or does not answer: the caller goes without
 */
export async function embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
  if (store[KEY]) throw new Error("the model's endpoint has no embeddings");
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_EMBEDDING_MODEL: model } = settings();
  const client = createOpenAiClient(OPENAI_API_KEY, OPENAI_BASE_URL);
  try {
    const { data } = await client.embeddings.create({ model, input: [...texts] }, { signal });
    return data.map(({ embedding }) => embedding);
  } catch (error) {
    if (error instanceof APIError && (error.status === 404 || error.status === 405))
      store[KEY] = true;
    throw error;
  }
}
