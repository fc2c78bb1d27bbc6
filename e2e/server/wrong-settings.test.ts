/** A server that is given a wrong setting names it and ends. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { findFreePort } from "../../scripts/processes/find-free-port.ts";
import { keepChild } from "../../scripts/processes/keep-child.ts";
import { NODE, ROOT } from "../../scripts/setup/paths.ts";
import { plainEnvironment } from "../../scripts/test/run-program.ts";
import { AUTH_SECRET, DIST_DIR } from "../../scripts/testing/test-stack.ts";

it.each([
  ["PLAN_MAX_MS", "soon"],
  ["HALFSILVER_WORKERS", "many"],
])("%s, which is %s, is named, and the process has failed", async (name, value) => {
  const child = keepChild({
    name: "The server",
    command: NODE,
    args: [join(ROOT, "scripts/server/main.ts"), "--port", String(await findFreePort())],
    cwd: ROOT,
    env: {
      ...plainEnvironment(),
      NODE_ENV: "production",
      HALFSILVER_DIST_DIR: DIST_DIR,
      DATABASE_URL: "postgresql://127.0.0.1:1/of-no-database",
      BETTER_AUTH_SECRET: AUTH_SECRET,
      [name]: value,
    },
  });
  expect(await child.exited).toBe(1);
  expect(child.lastOutput()).toContain(`Settings are not valid:\n  ${name}: `);
});
