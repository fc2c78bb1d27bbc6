/** Takes the pictures of all screens, and compares them. `e2e/pictures/main.ts` starts it. */
import { defineConfig, type Project } from "@playwright/test";
import base from "../../playwright.config.ts";

const { PICTURES = "." } = process.env;

/** Taller than most, so that more of what scrolls within the page is seen. */
const HEIGHT = 1_000;

const widths: Project[] = [1280, 390].map((width) => ({
  name: String(width),
  testMatch: "take-pictures.ts",
  use: { hasTouch: width < 768, viewport: { width, height: HEIGHT } },
}));

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/pictures",
  snapshotPathTemplate: `${PICTURES}/{arg}{ext}`,
  // No picture shows what another one has done.
  fullyParallel: true,
  workers: Number(process.env.PICTURES_WORKERS ?? 2),
  // A busy machine takes a picture in seconds.
  timeout: 240_000,
  expect: { timeout: 90_000 },
  reporter: "dot",
  use: {
    ...base.use,
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "UTC",
    actionTimeout: 15_000,
  },
  projects: [
    { name: "world", testMatch: "make-world.ts", outputDir: "../../test-results/world" },
    ...widths,
    {
      name: "compare",
      testMatch: "compare-pictures.ts",
      outputDir: "../../test-results/differences",
    },
  ],
});
