/** Builds the application when its sources have changed since the last build. */
import { join } from "node:path";
import { bundleDiagrams } from "./bundle-diagrams.ts";
import { bundleVerifier } from "./bundle-verifier.ts";
import { compileMessages } from "./compile-messages.ts";
import { generateClient } from "./generate-client.ts";
import { hashSources, makeWhenStale } from "./make-when-stale.ts";
import { runTool } from "./run-tool.ts";

/** The inputs of a build. A change to any of them makes the build stale. */
export const SOURCES = [
  "app",
  "components",
  "lib",
  "messages",
  "public",
  "prisma/schema.prisma",
  "scripts/build/build-app.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
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
const NOT_BUILT = /^lib\/(db|audit)\/generated$|\.test\.tsx?$/;

export async function buildApp(
  root: string,
  distDir: string,
  onProgress: (line: string) => void,
): Promise<void> {
  const hash = hashSources(root, SOURCES, NOT_BUILT);
  await makeWhenStale(join(root, distDir, "halfsilver.stamp"), hash, async () => {
    onProgress("Building");
    const env = {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      HALFSILVER_DIST_DIR: distDir,
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY:
        process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY || ACTION_KEY,
    };
    await runTool("next build", "node_modules/next/dist/bin/next", ["build"], env);
  });
}

/** Generates the database client, the message catalogue, the verifier and the frame of diagrams. */
export async function generateSources(
  root: string,
  onProgress: (line: string) => void,
): Promise<void> {
  await generateClient(root, onProgress);
  await compileMessages(root, onProgress);
  await bundleVerifier(root, onProgress);
  await bundleDiagrams(root, onProgress);
}

/** Generates the sources and builds the application. */
export async function buildAll(
  root: string,
  distDir: string,
  onProgress: (line: string) => void,
): Promise<void> {
  await generateSources(root, onProgress);
  await buildApp(root, distDir, onProgress);
}
