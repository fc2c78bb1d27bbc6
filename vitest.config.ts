/** Unit, structure and database tests. Browser tests are Playwright's: see playwright.config.ts. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      "server-only": here("./scripts/testing/server-only.ts"),
      "@": here("./"),
    },
  },
  test: {
    include: ["{app,components,lib,scripts}/**/*.test.{ts,tsx}"],
    globalSetup: ["./scripts/testing/provide-database.ts"],
    environment: "node",
    env: {
      BETTER_AUTH_SECRET: "a secret of the tests, of more than 32 characters",
      DATABASE_URL: "postgresql://127.0.0.1:1/of-no-database",
    },
    restoreMocks: true,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
