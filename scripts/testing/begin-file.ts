/**
 * Vitest's set-up of every test file. Most share a process, so that each module is loaded once and not once for each file;
 * each begins as in a process of its own: with the environment of the run, settings that nobody has read, and no singleton
 * but the interpreter of Python that is lent to all.
 */
import { afterAll, expect, vi } from "vitest";
import { processSlot } from "../../lib/env/process-wide.ts";
import { forgetSettings } from "../../lib/env/settings.ts";
import { sharePython } from "../../lib/tools/testing/share-python.ts";

const environment = processSlot<NodeJS.ProcessEnv>("of-tests.environment");
const fileBefore = processSlot<string>("of-tests.file-before");

/** All that `processWide` and `processSlot` hold, but for what is of the tests themselves. */
const singletons = () =>
  Object.getOwnPropertySymbols(globalThis).filter((key) =>
    /^halfsilver\.(?!of-tests\.)/.test(key.description ?? ""),
  );

const left = singletons().map(({ description }) => description);
if (fileBefore.value && left.length > 0)
  throw new Error(
    `${fileBefore.value} has left work running, which made ${left.join(", ")} after its end. Let it run alone: vitest.config.ts.`,
  );
environment.value ??= { ...process.env };
sharePython();

afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const given = environment.value ?? {};
  for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
  Object.assign(process.env, given);
  forgetSettings();
  for (const key of singletons()) Reflect.deleteProperty(globalThis, key);
  fileBefore.value = expect.getState().testPath ?? "a test file";
});
