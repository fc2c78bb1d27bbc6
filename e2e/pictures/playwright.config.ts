/** Takes the pictures of all screens, and compares them. `e2e/pictures/main.ts` starts it. */
import { defineConfig, type Project } from "@playwright/test";
import base from "../../playwright.config.ts";

const { PICTURES = "." } = process.env;

/** Tall, so that more of what scrolls within the page is seen. */
const HEIGHT = 1_600;

const WIDTHS = { "1280": { hasTouch: false }, "390": { hasTouch: true } };
const SCHEMES = ["light", "dark"] as const;

const looks: Project[] = Object.entries(WIDTHS).flatMap(([width, device]) =>
  SCHEMES.map((colorScheme) => ({
    name: `${width}-${colorScheme}`,
    testMatch: "take-pictures.ts",
    use: { ...device, colorScheme, viewport: { width: Number(width), height: HEIGHT } },
  })),
);

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/pictures",
  snapshotPathTemplate: `${PICTURES}/{arg}{ext}`,
  // One after the other: what one page does, another may show.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    ...base.use,
    ...{ browserName: "chromium", locale: "en-GB", timezoneId: "UTC" },
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    { name: "world", testMatch: "make-world.ts" },
    ...looks,
    { name: "compare", testMatch: "compare-pictures.ts" },
  ],
});
