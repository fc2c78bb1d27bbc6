/** Generates the Prisma client and the types of all tables when the schema has changed. */
import { delimiter, join } from "node:path";
import { hashSources, makeWhenStale } from "./make-when-stale.ts";
import { runTool } from "./run-tool.ts";

const SOURCES = [
  "prisma/schema.prisma",
  "node_modules/prisma/package.json",
  "node_modules/prisma-kysely/package.json",
];

/** Prisma 7 generates without its schema engine but would download it, so the setting points at a dummy program. */
export async function generateClient(
  root: string,
  onProgress: (line: string) => void,
): Promise<void> {
  const stamp = join(root, "lib/db/generated/.stamp");
  await makeWhenStale(stamp, hashSources(root, SOURCES, /^$/), async () => {
    onProgress("Generating the database client");
    const env = {
      PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
      // Prisma finds prisma-kysely on the PATH.
      PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
    };
    await runTool("prisma generate", "node_modules/prisma/build/index.js", ["generate"], env);
  });
}
