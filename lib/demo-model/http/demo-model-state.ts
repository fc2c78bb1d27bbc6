/** What one demo model holds. */
import { createScenarioQueue, type ScenarioQueue } from "../scenarios/scenario-queue.ts";
import { createRequestLog, type RequestLog } from "./recorded-requests.ts";

export type DemoModelState = {
  /** Milliseconds between tokens where no scenario says otherwise. */
  tokenDelayMs: number;
  scenarios: ScenarioQueue;
  requests: RequestLog;
};

export function createDemoModelState(tokenDelayMs: number): DemoModelState {
  return { tokenDelayMs, scenarios: createScenarioQueue(), requests: createRequestLog() };
}
