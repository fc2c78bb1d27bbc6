/** Unit, structure and database tests. Browser tests are Playwright's: see playwright.config.ts. */
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { PATIENCE } from "./scripts/testing/until.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What is a process's own: the modules that it has replaced. */
const NEEDS_A_PROCESS = /vi\.(mock|resetModules)/;
/** What beats there goes on after its test: queues, leases, listeners, retries, servers. */
const HAS_BACKGROUND_WORK =
  /^(app|scripts|lib\/(auth|bus|db\/review|edge|inspector\/review|jobs|llm|runs|tools))\//;
const HAS_A_WORLD =
  /process\.env|vi\.(stubEnv|stubGlobal)|createTestDatabase|turn-fixtures|provide-model|\/testing\//;

/** Slow tests of what kills, rolls and edits: `npm run test:faults`. */
const FAULTS = ["scripts/backup/upgrade.test.ts", "lib/jobs/try-edits.test.ts"];

const files = globSync("{app,components,lib,scripts}/**/*.test.{ts,tsx}", {
  cwd: here("./"),
}).filter((file) => !FAULTS.includes(file));
const alone = files.filter((file) => {
  const text = readFileSync(here(file), "utf8");
  return (HAS_BACKGROUND_WORK.test(file) && HAS_A_WORLD.test(text)) || NEEDS_A_PROCESS.test(text);
});

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
      AUDIT_ORIGIN: "tests/audit",
      AUDIT_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64url"),
      DATABASE_URL: "postgresql://127.0.0.1:1/of-no-database",
    },
    restoreMocks: true,
    // One each: half of the time is waiting for a Python or a database to start.
    maxWorkers: availableParallelism(),
    // They end what hangs, on a busy machine, too; no test promises anything by them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: PATIENCE },
    projects: [
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          setupFiles: ["./scripts/testing/begin-file.ts"],
          globalSetup: ["./scripts/testing/provide-database.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "together",
          include: files.filter((file) => !alone.includes(file)),
          isolate: false,
          setupFiles: ["./scripts/testing/begin-file.ts"],
          globalSetup: ["./scripts/testing/provide-database.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: FAULTS,
          testTimeout: 3_600_000,
          globalSetup: ["./scripts/testing/provide-database.ts"],
        },
      },
      // They start the production build, and send to it what browsers send, and what they never do.
      {
        extends: true,
        test: {
          name: "server",
          include: ["e2e/server/*.test.ts"],
        },
      },
    ],
  },
});
