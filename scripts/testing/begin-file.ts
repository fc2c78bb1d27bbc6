/**
 * Vitest's set-up of every test file. Most share a process, so that each module is loaded once and not once for each file;
 * each begins as in a process of its own: with the environment of the run, settings that nobody has read, and no singleton
 * but the interpreter of Python that is lent to all.
 */
import { afterAll, expect, vi } from "vitest";
import { forgetSettings } from "../../lib/env/settings.ts";
import { sharePython } from "../../lib/tools/testing/share-python.ts";

const GIVEN = Symbol.for("of-tests.environment");
const BEFORE = Symbol.for("of-tests.file-before");
const store = globalThis as { [GIVEN]?: NodeJS.ProcessEnv; [BEFORE]?: string };

const singletons = () =>
  Object.getOwnPropertySymbols(globalThis).filter((key) =>
    key.description?.startsWith("halfsilver."),
  );

const left = singletons().map(({ description }) => description);
if (store[BEFORE] && left.length > 0)
  throw new Error(
    `${store[BEFORE]} has left work running, which made ${left.join(", ")} after its end. Let it run alone: vitest.config.ts.`,
  );
store[GIVEN] ??= { ...process.env };
sharePython();

afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const given = store[GIVEN] ?? {};
  for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
  Object.assign(process.env, given);
  forgetSettings();
  for (const key of singletons()) Reflect.deleteProperty(globalThis, key);
  store[BEFORE] = expect.getState().testPath ?? "a test file";
});
