/** Removes all settings of Halfsilver from the environment of tests, so that none reaches a real database or model. */
import { Settings } from "../../lib/env/settings.ts";

const KEPT = new Set([
  "HALFSILVER_TEST_ALL",
  "HALFSILVER_TEST_CHROMIUM",
  "HALFSILVER_TEST_OLD",
  "HALFSILVER_TEST_SOAK",
]);

/** @returns the variables to unset, each as undefined */
export function plainEnvironment(): Record<string, undefined> {
  const settings = new Set(["PORT", "HOSTNAME", "NODE_ENV", ...Object.keys(Settings.in.shape)]);
  const names = Object.keys(process.env).filter(
    (name) => settings.has(name) || /^(HALFSILVER|DEMO_MODEL|OPENAI)_/.test(name),
  );
  return Object.fromEntries(
    names.filter((name) => !KEPT.has(name)).map((name) => [name, undefined]),
  );
}
