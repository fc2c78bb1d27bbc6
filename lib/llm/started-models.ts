/** Which models have answered lately. Others may first have to be loaded, which takes a local server minutes. */
import "server-only";
import { processWide } from "../env/process-wide.ts";
import type { ModelConnection } from "./connections/model-connection.ts";
import { modelConnections } from "./connections/model-connection.ts";
import { MODEL_STAYS_LOADED_MS } from "./limits.ts";

type Place = Pick<ModelConnection, "baseUrl" | "model">;

const started = processWide<Map<string, number>>("started-models", () => new Map());

const keyOf = ({ baseUrl, model }: Place) => `${baseUrl}\n${model}`;

/** To be called when a model gives its first sign of life in a call. */
export function noteStarted(place: Place): void {
  started().set(keyOf(place), performance.now());
}

/** Whether the model of an agent has answered in this process within the time that servers keep a model loaded. */
export function hasStarted(agentId: string, chosenModel?: string | null): boolean {
  const [connection] = modelConnections().route(agentId, chosenModel);
  const at = connection && started().get(keyOf(connection));
  return at !== undefined && performance.now() - at < MODEL_STAYS_LOADED_MS;
}
