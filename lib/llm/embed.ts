import "server-only";
/** Embeddings, if the model's endpoint has them. An endpoint without them is asked once per process. */
import { APIError } from "openai";
import { settings } from "../env/settings.ts";
import { createOpenAiClient } from "./openai-client.ts";

const KEY = Symbol.for("halfsilver.embeddings-missing");
const store = globalThis as { [KEY]?: true };

/**
 * One vector for each text, in order.
 * @throws if the endpoint has no embeddings or does not answer: the caller works without them
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
