/** What the operator says of an agent's connection: how long its prompts may be, and whether turns are planned. */
import "server-only";
import { connectionBreaker } from "../breaker/connection-breaker.ts";
import { PROMPT_BYTES_PER_TOKEN, PROMPT_SHARE_OF_CONTEXT } from "../limits.ts";
import type { ModelMessage, ModelTool } from "../model-types.ts";
import { type ModelConnection, modelConnections } from "./model-connection.ts";

/** Whether turns are planned: by `PLANNING`, and by the connection that would plan them. */
export function plansTurns(plannerId: string, chosenModel?: string | null): boolean {
  return modelConnections().route(plannerId, chosenModel)[0]?.plans ?? true;
}

/** Which connection the next call of an agent asks first: it decides how long the prompt may be. */
export function firstAsked(agentId: string, chosenModel?: string | null): string | null {
  const route = modelConnections().route(agentId, chosenModel);
  const breaker = connectionBreaker();
  const first = route.find(({ id }) => breaker.mayEnter(id)) ?? route[0];
  return first?.id ?? null;
}

/**
 * In tokens, without what an answer needs: the longest answer that is asked for, or a part of the context. Null: not known.
 * @param id of the connection
 */
export function contextRoomOf(id: string | null): number | null {
  const connection: ModelConnection | undefined =
    id === null ? undefined : modelConnections().all.get(id);
  if (!connection || connection.contextTokens === null) return null;
  const { contextTokens: all, parameters } = connection;
  const asked = [parameters.max_completion_tokens, parameters.max_tokens].find(
    (value) => typeof value === "number",
  );
  const share = Math.floor(all * PROMPT_SHARE_OF_CONTEXT);
  return typeof asked === "number" && asked < all ? all - asked : share;
}

/**
 * A careful estimate: what is cut off by a server is lost without a word, and what is left out here is named in the log.
 * A picture's size on screen is not known: its bytes are not counted.
 */
export function estimatePrompt(
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
): number {
  const text = JSON.stringify([messages, tools], (key, value: unknown) =>
    key === "image_url" ? "" : value,
  );
  return Math.ceil(Buffer.byteLength(text) / PROMPT_BYTES_PER_TOKEN);
}
