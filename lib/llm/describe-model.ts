/** The name of the model, for operators and wherever a person could mistake the demo model for another. */
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionState } from "../contracts/model/connection-check.ts";
import { settings } from "../env/settings.ts";
import { endedCheck, lastCheck } from "./checks/check-connection.ts";
import { type ModelChoice, modelConnections } from "./connections/model-connection.ts";
import { MODEL_CHECK_TIMEOUT_MS } from "./limits.ts";

export type ModelDescription = { kind: "demo" | "openai"; name: string };

/** @param chosen by a person, in place of the default; ignored unless it is offered */
export function describeModel(chosen: string | null = null): ModelDescription {
  const { HALFSILVER_MODEL_KIND: kind } = settings();
  const [connection] = modelConnections().route(undefined, chosen);
  return { kind, name: kind === "demo" ? "Demo model" : (connection?.model ?? "") };
}

/** The models among which people may choose; empty where the operator offers none. */
export function modelChoices(): readonly ModelChoice[] {
  return modelConnections().choices;
}

const NOT_YET: ConnectionState = "not-checked";

/** The state of the first connection, for everybody: no address, no key, no words of the server. */
export async function checkModel(): Promise<ConnectionState> {
  const [connection] = modelConnections().route(undefined);
  if (!connection) return NOT_YET;
  const wait = new AbortController();
  // A model may take longer than this question: until it has answered, what it showed before counts.
  const before = endedCheck(connection)?.state ?? NOT_YET;
  const slow = sleep(MODEL_CHECK_TIMEOUT_MS, before, { signal: wait.signal }).catch(() => before);
  const state = await Promise.race([lastCheck(connection).then((check) => check.state), slow]);
  wait.abort();
  return state;
}
