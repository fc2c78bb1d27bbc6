/** The doctor that is told the database lists what turns have shown, and its probes beside it. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepCapability } from "../../lib/db/models/capabilities.ts";
import { provideTestDatabase } from "../../lib/db/testing/turn-fixtures.ts";
import { type ModelServer, startModelServer } from "../../lib/llm/testing/start-model-server.ts";
import { NODE, ROOT } from "../setup/paths.ts";

provideTestDatabase();

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ models: ["gpt-5-mini"] });
});
afterAll(() => server.close());

it("names the two runs, and until when what was concluded holds", async () => {
  const evidence =
    "400 for a call with tools (run one, 2026-11-28 17:40 UTC), and 400 for a call with tools (run two, 2026-11-28 18:03 UTC); until 2026-11-29 18:03 UTC";
  const place = { address: `${server.origin}/v1#default`, model: "gpt-5-mini" };
  await keepCapability(place, "tools", {
    holds: false,
    value: null,
    source: "refusal",
    at: new Date().toISOString(),
    evidence,
  });
  const { OPENAI_BASE_URL: _, MODELS_FILE: __, ...rest } = process.env;
  const env = { ...rest, OPENAI_BASE_URL: `${server.origin}/v1`, OPENAI_API_KEY: "k" };
  const args = ["--conditions=react-server", join(ROOT, "scripts/doctor/main.ts")];
  const { stdout } = await promisify(execFile)(NODE, args, { cwd: ROOT, env });
  expect(stdout).toContain(`by turns: cannot, ${evidence}\n`);
});
