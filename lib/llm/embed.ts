/** Embeddings, if the model's endpoint has them. That it has none is remembered as a capability. */
import "server-only";
import { capabilities } from "./capability-table.ts";
import { modelConnections } from "./connections/model-connection.ts";
import { createOpenAiClient, openAiSdk } from "./connections/openai-client.ts";

/**
 * One vector for each text, in order.
 * @throws if the endpoint has no embeddings or does not answer: the caller works without them
 */
export async function embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
  const [connection] = modelConnections().route(undefined);
  if (!connection || !capabilities().can(connection, "embeddings")) {
    throw new Error("the model's endpoint has no embeddings");
  }
  const { embeddingModel: model } = connection;
  try {
    const { data } = await createOpenAiClient(connection).embeddings.create(
      { model, input: [...texts] },
      { signal },
    );
    return data.map(({ embedding }) => embedding);
  } catch (error) {
    if (error instanceof openAiSdk().APIError && (error.status === 404 || error.status === 405)) {
      const evidence = `${error.status} for embeddings by ${model}`;
      const at = new Date().toISOString();
      const finding = { holds: false, value: null, source: "refusal" as const, at, evidence };
      capabilities().noteRefusal(connection, "embeddings", finding, crypto.randomUUID());
    }
    throw error;
  }
}
