/** Starts the demo model on its own port as a scripted model, for tests without a database. */
import "server-only";
import { afterAll, beforeAll } from "vitest";
import {
  type DemoModelControl,
  demoModelControl,
} from "../../../e2e/fixtures/demo-model-control.ts";
import { type DemoModel, startDemoModel } from "../../demo-model/start-demo-model.ts";

/** Call it once, at the top of a test file. */
export function provideModel(): () => DemoModelControl {
  let model: DemoModel;
  beforeAll(async () => {
    process.env.DATABASE_URL ??= "postgres://localhost/none";
    process.env.BETTER_AUTH_SECRET ??= "a secret of at least thirty-two characters";
    process.env.LOG_LEVEL ??= "silent";
    process.env.MODEL_MAX_ATTEMPTS = "1";
    model = await startDemoModel({ port: 0, tokenDelayMs: 0, hasControl: true });
    process.env.OPENAI_BASE_URL = model.url;
  });
  afterAll(() => model.close());
  return () => demoModelControl(model.url);
}
