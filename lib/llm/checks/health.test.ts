/** What /api/health says of the model: the first connection's state, and nothing else. */

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import { processSlot } from "../../env/process-wide.ts";
import { type ModelServer, startModelServer } from "../testing/start-model-server.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ models: ["gpt-5-mini"], key: "the-right-key-of-this" });
});
afterAll(() => server.close());

/** The state in a new process with these settings. */
async function stateWith(settings: Record<string, string>): Promise<string> {
  for (const name of ["model-connections", "model-checks"]) processSlot(name).value = undefined;
  vi.resetModules();
  vi.stubEnv("OPENAI_BASE_URL", `${server.origin}/v1`);
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { checkModel } = await import("../describe-model.ts");
  // The first question does not wait for a slow model.
  return vi.waitFor(async () => {
    const state = await checkModel();
    expect(state).not.toBe("not-checked");
    return state;
  }, PATIENCE);
}

it.each([
  ["ok", { OPENAI_API_KEY: "the-right-key-of-this", OPENAI_MODEL: "gpt-5-mini" }],
  ["unauthorised", { OPENAI_API_KEY: "a-wrong-key-of-another", OPENAI_MODEL: "gpt-5-mini" }],
  ["no-such-model", { OPENAI_API_KEY: "the-right-key-of-this", OPENAI_MODEL: "gpt-6" }],
  ["unreachable", { OPENAI_BASE_URL: "http://127.0.0.1:10/v1" }],
])("the model is %s", async (state, settings) => {
  expect(await stateWith(settings)).toBe(state);
});

it("frequent questions ask for the list once, and for one completion", async () => {
  const before = server.requests.length;
  await stateWith({ OPENAI_API_KEY: "the-right-key-of-this", OPENAI_MODEL: "gpt-5-mini" });
  const { checkModel } = await import("../describe-model.ts");
  await Promise.all([checkModel(), checkModel()]);
  expect(server.requests.length - before).toBe(2);
});
