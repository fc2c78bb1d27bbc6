/** Browser tests. `npm test -- browser` starts the stack that they need and says where it is. */
import { defineConfig } from "@playwright/test";

const {
  HALFSILVER_TEST_URL,
  HALFSILVER_TEST_CHROMIUM,
  HALFSILVER_TEST_REPORT,
  HALFSILVER_TEST_TRACE,
} = process.env;

/** Chromium's sandbox does not work for root; the rest keeps it from talking to anybody but us. */
const ROOT_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What kills, freezes, fills and rolls: `npm run test:faults`. */
const FAULTS = "**/{cluster,faults}/*.spec.ts";

export default defineConfig({
  testDir: "e2e",
  // Vitest runs those of e2e/server.
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: false,
  forbidOnly: HALFSILVER_TEST_REPORT !== undefined,
  retries: 0,
  // They end what hangs, on a busy machine, too; no test promises anything by them.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: HALFSILVER_TEST_REPORT
    ? [["list"], ["json", { outputFile: HALFSILVER_TEST_REPORT }]]
    : "list",
  use: {
    baseURL: HALFSILVER_TEST_URL ?? "http://localhost:3000",
    // A trace of every step costs a third of the time; a failure says what the page showed without it.
    trace: HALFSILVER_TEST_TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      ...(HALFSILVER_TEST_CHROMIUM ? { executablePath: HALFSILVER_TEST_CHROMIUM } : {}),
      args: process.getuid?.() === 0 ? ROOT_ARGS : [],
    },
  },
  projects: [
    // Each starts three instances and a database. Two at once overload a small machine, and instances lose their leases.
    { name: "faults", testMatch: FAULTS, workers: 1, use: { browserName: "chromium" } },
    { name: "chromium", testIgnore: FAULTS, use: { browserName: "chromium" } },
  ],
});
