/** Unit, structure and database tests. Browser tests are Playwright's: see playwright.config.ts. */
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What is a process's own: its environment, its database and servers, the modules it has replaced. */
const NEEDS_A_PROCESS =
  /process\.env|vi\.(mock|stubEnv|stubGlobal|resetModules)|createTestDatabase|turn-fixtures|provide-ums|provide-model|\/testing\//;

/** Slow tests of what kills and rolls: `npm run test:faults`. */
const FAULTS = ["scripts/backup/upgrade.test.ts"];

const files = globSync("{app,components,lib,scripts}/**/*.test.{ts,tsx}", {
  cwd: here("./"),
}).filter((file) => !FAULTS.includes(file));
const alone = files.filter((file) => NEEDS_A_PROCESS.test(readFileSync(here(file), "utf8")));

export default defineConfig({
  resolve: {
    alias: {
      "server-only": here("./scripts/testing/server-only.ts"),
      "@": here("./"),
    },
  },
  test: {
    environment: "node",
    env: {
      BETTER_AUTH_SECRET: "a secret of the tests, of more than 32 characters",
      DATABASE_URL: "postgresql://127.0.0.1:1/of-no-database",
      // Where reasons are required, they are tested by themselves.
      PAYLOAD_REASON: "free",
      AUDITORS_SEE_CONVERSATIONS: "always",
    },
    restoreMocks: true,
    // One each: half of the time is waiting for a Python or a database to start.
    maxWorkers: availableParallelism(),
    // They end what hangs, on a busy machine, too; no test promises anything by them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          globalSetup: ["./scripts/testing/provide-database.ts"],
        },
      },
      // The rest share a process, so that each module is loaded once, and not once for each file.
      {
        extends: true,
        test: {
          name: "together",
          include: files.filter((file) => !alone.includes(file)),
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: FAULTS,
          globalSetup: ["./scripts/testing/provide-database.ts"],
        },
      },
      // They start the production build, and send to it what browsers send, and what they never do.
      {
        extends: true,
        test: {
          name: "server",
          include: ["e2e/server/*.test.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
