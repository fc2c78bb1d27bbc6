/** Builds the application when its sources have changed since the last build. */
import { join } from "node:path";
import { startProgress } from "../setup/report-progress.mjs";
import { bundleVerifier } from "./bundle-verifier.ts";
import { hashSources, makeWhenStale } from "./make-when-stale.ts";
import { runTool } from "./run-tool.ts";

/** The inputs of a build. A change to any of them makes the build stale. */
export const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "prisma/schema.prisma",
  "scripts/build/build-app.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
/**
 * The ids that Next gives to server actions depend on this key, which it would choose anew for every build: then an open
 * page could not send to a newer version. It is no secret: it protects what inline actions close over, and there are none
 * (`scripts/structure/rules/check-actions.ts`).
 */
export const ACTION_KEY = Buffer.from("the ids of actions stay the same").toString("base64");
const NOT_BUILT = /^lib\/audit\/generated$|\.test\.tsx?$/;

export async function buildApp(root: string, distDir: string): Promise<void> {
  const hash = hashSources(root, SOURCES, NOT_BUILT);
  await makeWhenStale(join(root, distDir, "halfsilver.stamp"), hash, async () => {
    const progress = startProgress("Building");
    const show = (done: number) => progress.show(done, PHASES.length, PHASES[done]?.name);
    show(0);
    const env = {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      HALFSILVER_DIST_DIR: distDir,
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY:
        process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY || ACTION_KEY,
    };
    const began = Date.now();
    try {
      await runTool("next build", "node_modules/next/dist/bin/next", ["build"], env, (text) => {
        const begun = PHASES.findLastIndex(({ sign }) => text.includes(sign));
        if (begun > 0) show(begun);
      });
    } catch (error) {
      progress.end("");
      throw error;
    }
    progress.end(`Built in ${Math.round((Date.now() - began) / 1000)} s.`);
  });
}

/** What Next writes when a part of its work begins. */
const PHASES = [
  { sign: "Creating an optimized production build", name: "compiling" },
  { sign: "Compiled", name: "checking the configuration" },
  { sign: "Collecting page data", name: "collecting pages" },
  { sign: "Generating static pages", name: "writing pages" },
  { sign: "Finalizing page optimization", name: "finishing" },
];

/** Generates what is not committed: the text of the verifier. `npm run generate` writes what is. */
export async function generateSources(
  root: string,
  onProgress: (line: string) => void,
): Promise<void> {
  await bundleVerifier(root, onProgress);
}

/** Generates the sources and builds the application. */
export async function buildAll(
  root: string,
  distDir: string,
  onProgress: (line: string) => void,
): Promise<void> {
  await generateSources(root, onProgress);
  await buildApp(root, distDir);
}
